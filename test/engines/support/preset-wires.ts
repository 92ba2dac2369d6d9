import type { ProductName } from '../../../server/src/domain/generation/products.ts'

/** What a vendor documents of its wire, as far as a preset relies on it. */
export interface PresetWire {
  readonly preset: string
  /** The path of the vendor's address. */
  readonly base: string
  readonly models: Partial<Record<ProductName, string>>
  readonly keyHeader: readonly [name: string, value: string]
  /** Each product: where it is submitted, and the whole body. */
  readonly submissions: Partial<Record<ProductName, { readonly path: string; readonly body: unknown }>>
  readonly headers?: Readonly<Record<string, string>>
  /** `{base}` stands for the counterpart's address. */
  readonly accepted: unknown
  readonly pollPath: string
  readonly pending: readonly (readonly [body: unknown, stage: 'queued' | 'running'])[]
  readonly done: unknown
  /** A further call for the result. */
  readonly lookup?: { readonly path: string; readonly body: unknown }
  /** Where the bytes are; the key goes along where it is the engine's own origin. */
  readonly resultPath: string
  readonly failed: unknown
  readonly moderated: unknown
  readonly lost?: unknown
  /** An answer to a submission that means: no job, because of the input. */
  readonly refused: { readonly status: number; readonly body: unknown }
  readonly cancel?: { readonly method: string; readonly path: string }
}

const prompt = 'a lighthouse at dawn'
const filmPrompt = 'Bring it to life. The camera moves in slowly. a lighthouse at dawn'
const paintPrompt = 'Repaint it in oil. a lighthouse at dawn'
const seed = 1_234_567
const base64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJRww4OQATIg5ZjfXbrwAAAABJRU5ErkJggg=='
const dataUrl = `data:image/png;base64,${base64}`
const link = 'https://store.example/inputs/1?signature=x'
const bearer = ['authorization', 'Bearer secret-key'] as const

const seedance = {
  model: 'seedance-1-0-pro',
  resolution: '720p',
  duration: 5,
  seed,
  watermark: false,
}
const openRouter = { model: 'google/veo-3.1', resolution: '720p', duration: 6, seed }
const grok = { model: 'grok-imagine-video', duration: 5, resolution: '720p' }

export const presetWires: readonly PresetWire[] = [
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
    refused: {
      status: 422,
      body: { detail: [{ loc: ['body', 'prompt'], msg: 'too long', type: 'value_error' }] },
    },
  },
  {
    preset: 'byteplus-seedance',
    base: '/api/v3',
    models: { 'video.generate': 'seedance-1-0-pro', 'video.transform': 'seedance-1-0-pro' },
    keyHeader: bearer,
    submissions: {
      'video.generate': {
        path: '/api/v3/contents/generations/tasks',
        body: { ...seedance, content: [{ type: 'text', text: prompt }], ratio: '16:9' },
      },
      'video.transform': {
        path: '/api/v3/contents/generations/tasks',
        body: {
          ...seedance,
          content: [
            { type: 'text', text: filmPrompt },
            { type: 'image_url', image_url: { url: dataUrl }, role: 'first_frame' },
          ],
          ratio: '4:3',
        },
      },
    },
    accepted: { id: 'cgt-1' },
    pollPath: '/api/v3/contents/generations/tasks/cgt-1',
    pending: [
      [{ id: 'cgt-1', status: 'queued' }, 'queued'],
      [{ id: 'cgt-1', status: 'running' }, 'running'],
    ],
    done: { id: 'cgt-1', status: 'succeeded', content: { video_url: '{base}/results/1' } },
    resultPath: '/results/1',
    failed: { id: 'cgt-1', status: 'failed', error: { code: 'InternalServiceError', message: 'broken' } },
    moderated: {
      id: 'cgt-1',
      status: 'failed',
      error: { code: 'OutputVideoSensitiveContentDetected', message: 'held back' },
    },
    refused: {
      status: 400,
      body: { error: { code: 'InputTextSensitiveContentDetected', message: 'The prompt is refused.' } },
    },
    cancel: { method: 'DELETE', path: '/api/v3/contents/generations/tasks/cgt-1' },
  },
  {
    preset: 'openrouter-videos',
    base: '/api/v1',
    models: { 'video.generate': 'google/veo-3.1', 'video.transform': 'google/veo-3.1' },
    keyHeader: bearer,
    submissions: {
      'video.generate': { path: '/api/v1/videos', body: { ...openRouter, prompt, aspect_ratio: '16:9' } },
      'video.transform': {
        path: '/api/v1/videos',
        body: {
          ...openRouter,
          prompt: filmPrompt,
          aspect_ratio: '16:9',
          frame_images: [{ type: 'image_url', image_url: { url: dataUrl }, frame_type: 'first_frame' }],
        },
      },
    },
    accepted: { id: 'job-1', polling_url: '/api/v1/videos/job-1', status: 'pending' },
    pollPath: '/api/v1/videos/job-1',
    pending: [
      [{ id: 'job-1', status: 'pending' }, 'queued'],
      [{ id: 'job-1', status: 'in_progress' }, 'running'],
    ],
    done: { id: 'job-1', status: 'completed', unsigned_urls: ['{base}/elsewhere'] },
    resultPath: '/api/v1/videos/job-1/content?index=0',
    failed: { id: 'job-1', status: 'failed', error: 'The model broke.' },
    moderated: undefined,
    refused: { status: 400, body: { error: { code: 400, message: 'No such resolution.' } } },
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
          input: { prompt: filmPrompt, negative_prompt: 'people', img_url: dataUrl },
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
    refused: {
      status: 400,
      body: { code: 'DataInspectionFailed', message: 'Input is refused.', request_id: 'r' },
    },
    cancel: { method: 'POST', path: '/api/v1/tasks/task-1/cancel' },
  },
  {
    preset: 'xai-video',
    base: '/v1',
    models: { 'video.generate': 'grok-imagine-video', 'video.transform': 'grok-imagine-video' },
    keyHeader: bearer,
    submissions: {
      'video.generate': { path: '/v1/videos/generations', body: { ...grok, prompt, aspect_ratio: '16:9' } },
      'video.transform': {
        path: '/v1/videos/generations',
        body: { ...grok, prompt: filmPrompt, image: { url: dataUrl }, aspect_ratio: '4:3' },
      },
    },
    accepted: { request_id: 'req-1' },
    pollPath: '/v1/videos/req-1',
    pending: [[{ status: 'pending', progress: 40 }, 'running']],
    done: { status: 'done', video: { url: '{base}/results/1', duration: 5, respect_moderation: true } },
    resultPath: '/results/1',
    failed: { status: 'expired' },
    moderated: { status: 'done', video: { url: '', duration: 5, respect_moderation: false } },
    refused: { status: 400, body: { code: 'invalid-argument', error: 'The prompt is empty.' } },
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
          promptText: filmPrompt,
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
    refused: { status: 400, body: { error: 'Validation of body failed' } },
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
          prompt: filmPrompt,
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
    refused: { status: 400, body: { detail: 'Invalid aspect ratio' } },
  },
  {
    preset: 'minimax',
    base: '/v1',
    models: { 'video.generate': 'MiniMax-Hailuo-02', 'video.transform': 'MiniMax-Hailuo-02' },
    keyHeader: bearer,
    submissions: {
      'video.generate': {
        path: '/v1/video_generation',
        body: { model: 'MiniMax-Hailuo-02', prompt, duration: 6, resolution: '768P' },
      },
      'video.transform': {
        path: '/v1/video_generation',
        body: {
          model: 'MiniMax-Hailuo-02',
          prompt: filmPrompt,
          first_frame_image: dataUrl,
          duration: 6,
          resolution: '768P',
        },
      },
    },
    accepted: { task_id: '106916112212032', base_resp: { status_code: 0, status_msg: 'success' } },
    pollPath: '/v1/query/video_generation?task_id=106916112212032',
    pending: [
      [{ status: 'Preparing', base_resp: { status_code: 0 } }, 'queued'],
      [{ status: 'Queueing', base_resp: { status_code: 0 } }, 'queued'],
      [{ status: 'Processing', base_resp: { status_code: 0 } }, 'running'],
    ],
    done: { status: 'Success', file_id: '205258526306433', base_resp: { status_code: 0 } },
    lookup: {
      path: '/v1/files/retrieve?file_id=205258526306433',
      body: { file: { file_id: 205258526306433, download_url: '{base}/results/1' } },
    },
    resultPath: '/results/1',
    failed: { status: 'Fail', file_id: '', base_resp: { status_code: 1013, status_msg: 'broken' } },
    moderated: { status: 'Fail', file_id: '', base_resp: { status_code: 1027, status_msg: 'held back' } },
    refused: {
      status: 200,
      body: { task_id: '', base_resp: { status_code: 1026, status_msg: 'sensitive content' } },
    },
  },
]
