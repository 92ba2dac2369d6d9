#!/usr/bin/env node
// Not built, so that npm finds it in a fresh checkout, too, and links it.
import '../dist/main.js'
