/** Commands to copy, without the name of the program, for the help of each command. */
const examples = {
  image: [
    'image "a lighthouse in a storm" -o lighthouse.png',
    'image "a fox in snow" "an owl at dusk" -n 2 -o images/',
    'image --file prompts.txt --max-cost 5.00 -o images/',
    'image "a castle" --resolution 4k --dry-run',
  ],
  transform: [
    'transform photo.png --effect watercolour -o painting.jpg',
    'transform photo.png "warm evening light" -o evening.jpg',
  ],
  video: ['video "waves on a beach" --duration 7 --resolution 1080p -o waves.mp4'],
  animate: ['animate photo.png --effect push-in --duration 8 -o photo.mp4'],
  upload: ['upload photo.png'],
  tasks: ['tasks get 01890000-0000-7000-8000-000000000000'],
  'tasks list': ['tasks list --status SUCCEEDED --limit 50', 'tasks list --json'],
  'tasks watch': ['tasks watch', 'tasks watch --type video.generate video.transform', 'tasks watch --json'],
  'tasks get': ['tasks get 01890000-0000-7000-8000-000000000000'],
  'tasks wait': ['tasks wait 01890000-0000-7000-8000-000000000000 -o result.png'],
  'tasks cancel': ['tasks cancel 01890000-0000-7000-8000-000000000000'],
  'tasks delete-result': ['tasks delete-result 01890000-0000-7000-8000-000000000000'],
  uploads: ['uploads delete 9f2c4e7a1b3d5f60718293a4b5c6d7e8'],
  'uploads delete': ['uploads delete 9f2c4e7a1b3d5f60718293a4b5c6d7e8'],
  effects: ['effects --surface video'],
  types: ['types > effects.d.ts'],
  prices: ['prices', 'prices --json'],
  balance: ['balance'],
  usage: ['usage', 'usage --from 2026-03-01 --to 2026-03-31 --json'],
  completion: [
    'completion bash >> ~/.bashrc',
    'completion zsh > ~/.zfunc/_mediagen',
    'completion fish > ~/.config/fish/completions/mediagen.fish',
  ],
  mock: ['mock --port 4010 --balance 5.00'],
  mcp: ['mcp --out images --max-spend 5.00', 'mcp --http 8765 --out images --in photos'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The examples of a command, by its words: `tasks wait`. */
export function examplesOf(command: string): readonly string[] {
  return Object.entries(examples).find(([name]) => name === command)?.[1] ?? []
}
