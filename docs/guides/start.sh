#!/bin/sh
# The service with the studio, in a clone of the project; it runs until it is stopped.
# region start
npm start
# endregion start
