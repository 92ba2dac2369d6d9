#!/bin/sh
# The service with its built-in engine, in a clone of the project; it runs until it is stopped.
# region start
npm start
# endregion start
