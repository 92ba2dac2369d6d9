#!/bin/sh
# The two variables that the SDK, the command line and the examples read.
# region environment
# The key that the service printed, and where the service is; this address is the default.
export MEDIAGEN_API_KEY=mgk_...
export MEDIAGEN_BASE_URL=http://127.0.0.1:3000
# endregion environment
