#!/bin/sh
# An account with credit, and the check that the ledger adds up.
set -eu
# region accounts
npm run --silent admin -- create-account --balance 25.00
npm run --silent admin -- reconcile-ledger
# endregion accounts
