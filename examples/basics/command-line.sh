#!/bin/sh
# The command line: an image, a film, several images, prices, and tasks in the background. Needs MEDIAGEN_API_KEY.
set -eu

# region image
npx mediagen image "a lighthouse in a storm" -o lighthouse.png
# endregion image

# region effect
npx mediagen transform lighthouse.png --effect watercolour -o watercolour.jpg
# endregion effect

# region film
npx mediagen animate lighthouse.png --effect push-in --duration 5 -o lighthouse.mp4
# endregion film

# region several
mkdir -p animals
printf 'a badger by a river\nan owl at dusk\n' > prompts.txt
npx mediagen image --file prompts.txt --max-cost 0.50 --idempotency-key animals -o animals/
# endregion several

# region price
npx mediagen prices
npx mediagen video "waves on a beach" --duration 5 --estimate
npx mediagen balance
# endregion price

# region history
npx mediagen tasks list --status SUCCEEDED --limit 5
npx mediagen usage
# endregion history

# region background
task=$(npx mediagen image "a castle on a hill" --detach)
npx mediagen tasks wait "$task" --timeout 60 -o castle.png
# endregion background

# region effects
npx mediagen effects --surface image
# endregion effects
