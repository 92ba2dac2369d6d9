import {
  base64,
  bearer,
  dataUrl,
  link,
  type PresetWire,
  paintPrompt,
  prompt,
  seed,
  videoPrompt,
} from './preset-wire.ts'

/** Vendors whose presets make images, some of them videos as well. */
export const imageWires: readonly PresetWire[] = [
  {
    preset: 'black-forest-labs',
    base: '',
    models: { 'image.generate': 'flux-2-pro', 'image.transform': 'flux-2-pro' },
    keyHeader: ['x-key', 'secret-key'],
    submissions: {
      'image.generate': {
        path: '/v1/flux-2-pro',
        body: { prompt, width: 1024, height: 576, seed, output_format: 'png' },
      },
      'image.transform': {
        path: '/v1/flux-2-pro',
        body: {
          prompt: paintPrompt,
          input_image: base64,
          width: 1280,
          height: 960,
          seed,
          output_format: 'png',
        },
      },
    },
    accepted: { id: 'job-1', polling_url: '{base}/v1/get_result?id=job-1' },
    pollPath: '/v1/get_result?id=job-1',
    pending: [[{ id: 'job-1', status: 'Pending', result: null, progress: 0.5 }, 'running']],
    done: { id: 'job-1', status: 'Ready', result: { sample: '{base}/results/1' } },
    resultPath: '/results/1',
    failed: { id: 'job-1', status: 'Error', result: null },
    moderated: { id: 'job-1', status: 'Content Moderated', result: null },
    lost: { id: 'job-1', status: 'Task not found', result: null },
    rejected: {
      status: 422,
      body: { detail: [{ loc: ['body', 'prompt'], msg: 'too long', type: 'value_error' }] },
    },
  },
  {
    preset: 'dashscope-wan',
    base: '/api/v1',
    models: {
      'image.generate': 'wan2.2-t2i-flash',
      'video.generate': 'wan2.5-t2v-preview',
      'video.transform': 'wan2.5-i2v-preview',
    },
    keyHeader: bearer,
    headers: { 'x-dashscope-async': 'enable' },
    submissions: {
      'image.generate': {
        path: '/api/v1/services/aigc/text2image/image-synthesis',
        body: {
          model: 'wan2.2-t2i-flash',
          input: { prompt, negative_prompt: 'people' },
          parameters: { size: '1024*576', n: 1, seed, watermark: false },
        },
      },
      'video.generate': {
        path: '/api/v1/services/aigc/video-generation/video-synthesis',
        body: {
          model: 'wan2.5-t2v-preview',
          input: { prompt, negative_prompt: 'people' },
          parameters: { size: '1280*720', duration: 5, seed, watermark: false },
        },
      },
      'video.transform': {
        path: '/api/v1/services/aigc/video-generation/video-synthesis',
        body: {
          model: 'wan2.5-i2v-preview',
          input: { prompt: videoPrompt, negative_prompt: 'people', img_url: dataUrl },
          parameters: { resolution: '720P', duration: 5, seed, watermark: false },
        },
      },
    },
    accepted: { output: { task_status: 'PENDING', task_id: 'task-1' }, request_id: 'r' },
    pollPath: '/api/v1/tasks/task-1',
    pending: [
      [{ output: { task_id: 'task-1', task_status: 'PENDING' } }, 'queued'],
      [{ output: { task_id: 'task-1', task_status: 'RUNNING' } }, 'running'],
    ],
    done: { output: { task_id: 'task-1', task_status: 'SUCCEEDED', video_url: '{base}/results/1' } },
    resultPath: '/results/1',
    failed: { output: { task_status: 'FAILED', code: 'InternalError', message: 'broken' } },
    moderated: { output: { task_status: 'FAILED', code: 'DataInspectionFailed', message: 'refused' } },
    lost: { output: { task_id: 'task-1', task_status: 'UNKNOWN' } },
    rejected: {
      status: 400,
      body: { code: 'DataInspectionFailed', message: 'Input is refused.', request_id: 'r' },
    },
    cancel: { method: 'POST', path: '/api/v1/tasks/task-1/cancel' },
  },
  {
    preset: 'runway',
    base: '/v1',
    models: {
      'image.generate': 'gen4_image',
      'image.transform': 'gen4_image',
      'video.generate': 'gen4.5',
      'video.transform': 'gen4_turbo',
    },
    keyHeader: bearer,
    headers: { 'x-runway-version': '2024-11-06' },
    submissions: {
      'image.generate': {
        path: '/v1/text_to_image',
        body: { model: 'gen4_image', promptText: prompt, ratio: '1360:768', seed },
      },
      'image.transform': {
        path: '/v1/text_to_image',
        body: {
          model: 'gen4_image',
          promptText: paintPrompt,
          ratio: '1440:1080',
          seed,
          referenceImages: [{ uri: dataUrl }],
        },
      },
      'video.generate': {
        path: '/v1/text_to_video',
        body: { model: 'gen4.5', promptText: prompt, ratio: '1280:720', duration: 5 },
      },
      'video.transform': {
        path: '/v1/image_to_video',
        body: {
          model: 'gen4_turbo',
          promptText: videoPrompt,
          promptImage: dataUrl,
          ratio: '1104:832',
          duration: 5,
          seed,
        },
      },
    },
    accepted: { id: 'task-1' },
    pollPath: '/v1/tasks/task-1',
    pending: [
      [{ id: 'task-1', status: 'PENDING' }, 'queued'],
      [{ id: 'task-1', status: 'THROTTLED' }, 'queued'],
      [{ id: 'task-1', status: 'RUNNING', progress: 0.4 }, 'running'],
    ],
    done: { id: 'task-1', status: 'SUCCEEDED', output: ['{base}/results/1'] },
    resultPath: '/results/1',
    failed: { id: 'task-1', status: 'FAILED', failure: 'broken', failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' },
    moderated: { id: 'task-1', status: 'FAILED', failure: 'held back', failureCode: 'SAFETY.INPUT.TEXT' },
    rejected: { status: 400, body: { error: 'Validation of body failed' } },
    cancel: { method: 'DELETE', path: '/v1/tasks/task-1' },
  },
  {
    preset: 'luma',
    base: '/dream-machine/v1',
    models: {
      'image.generate': 'photon-1',
      'image.transform': 'photon-1',
      'video.generate': 'ray-2',
      'video.transform': 'ray-2',
    },
    keyHeader: bearer,
    submissions: {
      'image.generate': {
        path: '/dream-machine/v1/generations/image',
        body: { model: 'photon-1', prompt, aspect_ratio: '16:9' },
      },
      'image.transform': {
        path: '/dream-machine/v1/generations/image',
        body: {
          model: 'photon-1',
          prompt: paintPrompt,
          aspect_ratio: '4:3',
          modify_image_ref: { url: link, weight: 1 },
        },
      },
      'video.generate': {
        path: '/dream-machine/v1/generations/video',
        body: { model: 'ray-2', prompt, aspect_ratio: '16:9', resolution: '720p', duration: '5s' },
      },
      'video.transform': {
        path: '/dream-machine/v1/generations/video',
        body: {
          model: 'ray-2',
          prompt: videoPrompt,
          aspect_ratio: '4:3',
          resolution: '720p',
          duration: '5s',
          keyframes: { frame0: { type: 'image', url: link } },
        },
      },
    },
    accepted: { id: 'gen-1', state: 'queued', failure_reason: null, assets: null },
    pollPath: '/dream-machine/v1/generations/gen-1',
    pending: [
      [{ id: 'gen-1', state: 'queued' }, 'queued'],
      [{ id: 'gen-1', state: 'dreaming' }, 'running'],
    ],
    done: { id: 'gen-1', state: 'completed', failure_reason: null, assets: { video: '{base}/results/1' } },
    resultPath: '/results/1',
    failed: { id: 'gen-1', state: 'failed', failure_reason: 'The job could not be processed.' },
    moderated: { id: 'gen-1', state: 'failed', failure_reason: 'Prompt failed moderation.' },
    rejected: { status: 400, body: { detail: 'Invalid aspect ratio' } },
  },
]
