#!/bin/sh
# An account with credit, and the check that the ledger adds up.
set -eu
# region accounts
npx @mediagen/server admin create-account --balance 25.00 --name 'Ada Ltd'
npx @mediagen/server admin reconcile-ledger
# endregion accounts
