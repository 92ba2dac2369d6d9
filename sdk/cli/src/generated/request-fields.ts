// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** Words, choices, bounds and defaults of query parameters and body fields, by operation. */
export const requestFields = {
  getUsage: {
    from: {
      type: 'string',
      description: 'A day in UTC.',
    },
    to: {
      type: 'string',
      description: 'A day in UTC.',
    },
  },
  listEffects: {
    surface: {
      type: 'string',
      enum: ['image', 'video'],
      description: 'Whether something makes images or videos.',
    },
  },
  listExamples: {
    surface: {
      type: 'string',
      enum: ['image', 'video'],
      description: 'Whether something makes images or videos.',
    },
  },
  generateImage: {
    prompt: {
      title: 'Prompt',
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description: 'What the image shows, 1 to 2000 characters.',
      required: true,
    },
    negativePrompt: {
      title: 'Leave out',
      type: 'string',
      maxLength: 1000,
      description: 'What to keep out of the image, at most 1000 characters.',
    },
    resolution: {
      title: 'Resolution',
      type: 'string',
      enum: ['1k', '2k', '4k'],
      default: '1k',
      description: 'Length of the long edge, `1k` = 1024, `2k` = 2048, `4k` = 4096 pixels. Sets the price.',
      cli: {
        short: 'r',
        value: 'size',
      },
    },
    aspectRatio: {
      title: 'Aspect ratio',
      type: 'string',
      enum: ['1:1', '9:16', '16:9', '4:3', '3:4', '3:2', '2:3', '2:1', '1:2'],
      default: '1:1',
      description: 'Width to height.',
      cli: {
        short: 'a',
        value: 'ratio',
      },
    },
  },
  transformImage: {
    assetId: {
      title: 'Your image',
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'The image to start from, one of your `READY` uploads.',
      required: true,
    },
    effectId: {
      title: 'Effect',
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'An effect of surface `image`. It supplies the instruction and may preset `resolution` and `aspectRatio`. Required unless you give a prompt.',
      cli: {
        name: 'effect',
        short: 'e',
        value: 'id',
      },
    },
    prompt: {
      title: 'Prompt',
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description: 'What to do with the image, 1 to 2000 characters. With an effect, it is added to the effect\'s instruction and never replaces it. Required unless you give an effect.',
    },
    resolution: {
      title: 'Resolution',
      type: 'string',
      enum: ['hd', 'fhd'],
      default: 'hd',
      description: 'Length of the long edge, `hd` = 1024, `fhd` = 1280 pixels, whatever the size of the input. Sets the price. If omitted: the effect\'s preset, or `hd` if it has none.',
      cli: {
        short: 'r',
        value: 'size',
      },
    },
    aspectRatio: {
      title: 'Aspect ratio',
      type: 'string',
      enum: ['1:1', '9:16', '16:9', '4:3', '3:4', '3:2', '2:3'],
      description: 'Width to height of the output. If omitted: the effect\'s preset, or the aspect ratio of the input image as it is displayed if it has none.',
      cli: {
        short: 'a',
        value: 'ratio',
      },
    },
  },
  generateVideo: {
    prompt: {
      title: 'Prompt',
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description: 'What happens in the video, 1 to 2000 characters.',
      required: true,
    },
    resolution: {
      title: 'Resolution',
      type: 'string',
      enum: ['480p', '512p', '720p', '1080p'],
      default: '720p',
      description: 'Length of the short edge in pixels. Sets the price per second.',
      cli: {
        short: 'r',
        value: 'size',
      },
    },
    aspectRatio: {
      title: 'Aspect ratio',
      type: 'string',
      enum: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
      default: '16:9',
      description: 'Width to height. Both edges are rounded to even numbers of pixels.',
      cli: {
        short: 'a',
        value: 'ratio',
      },
    },
    durationSeconds: {
      title: 'Length in seconds',
      type: 'integer',
      default: 5,
      minimum: 4,
      maximum: 15,
      description: 'Length of the video in whole seconds, 4 to 15. The price is the unit price times this.',
      cli: {
        name: 'duration',
        short: 'd',
        value: 'seconds',
      },
    },
  },
  transformVideo: {
    assetId: {
      title: 'Your image',
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'The image to start from, one of your `READY` uploads.',
      required: true,
    },
    effectId: {
      title: 'Effect',
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'An effect of surface `video`. It supplies the motion and may preset `resolution`, `aspectRatio` and `durationSeconds`.',
      required: true,
      cli: {
        name: 'effect',
        short: 'e',
        value: 'id',
      },
    },
    prompt: {
      title: 'Prompt',
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description: 'More about what happens, 1 to 2000 characters. It is added to the effect\'s instruction and never replaces it.',
    },
    resolution: {
      title: 'Resolution',
      type: 'string',
      enum: ['hd', 'fhd'],
      default: 'hd',
      description: 'Length of the short edge, `hd` = 720, `fhd` = 1080 pixels. Sets the price per second. If omitted: the effect\'s preset, or `hd` if it has none.',
      cli: {
        short: 'r',
        value: 'size',
      },
    },
    aspectRatio: {
      title: 'Aspect ratio',
      type: 'string',
      enum: ['16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '1:1'],
      description: 'Width to height of the video. If omitted: the effect\'s preset, or the aspect ratio of the input image as it is displayed if it has none, limited to between 9:21 and 21:9. Both edges are rounded to even numbers of pixels.',
      cli: {
        short: 'a',
        value: 'ratio',
      },
    },
    durationSeconds: {
      title: 'Length in seconds',
      type: 'integer',
      enum: [5, 8],
      default: 5,
      description: 'Length of the video, 5 or 8 seconds. The price is the unit price times this. If omitted: the effect\'s preset, or 5 if it has none.',
      cli: {
        name: 'duration',
        short: 'd',
        value: 'seconds',
      },
    },
  },
  listTasks: {
    status: {
      type: 'array',
    },
    type: {
      type: 'array',
    },
    createdFrom: {
      type: 'string',
      description: 'A moment in UTC, ISO 8601 with milliseconds.',
    },
    createdBefore: {
      type: 'string',
      description: 'A moment in UTC, ISO 8601 with milliseconds.',
    },
    limit: {
      type: 'integer',
      default: 20,
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
    },
    id: {
      type: 'array',
    },
  },
  createUpload: {
    contentType: {
      type: 'string',
      enum: ['image/jpeg', 'image/png', 'image/webp'],
      description: 'Declared type of the file. The upload URL is signed for this type, so the `PUT` must send the same. The actual type is verified when the upload is completed.',
      required: true,
    },
  },
} as const
