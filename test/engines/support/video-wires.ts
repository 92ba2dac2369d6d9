import { bearer, dataUrl, type PresetWire, prompt, seed, videoPrompt } from './preset-wire.ts'

const seedance = {
  model: 'seedance-1-0-pro',
  resolution: '720p',
  duration: 5,
  seed,
  watermark: false,
}
const openRouter = { model: 'google/veo-3.1', resolution: '720p', duration: 6, seed }
const grok = { model: 'grok-imagine-video', duration: 5, resolution: '720p' }

/** Vendors whose presets make videos alone. */
export const videoWires: readonly PresetWire[] = [
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
            { type: 'text', text: videoPrompt },
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
    rejected: {
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
          prompt: videoPrompt,
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
    rejected: { status: 400, body: { error: { code: 400, message: 'No such resolution.' } } },
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
        body: { ...grok, prompt: videoPrompt, image: { url: dataUrl }, aspect_ratio: '4:3' },
      },
    },
    accepted: { request_id: 'req-1' },
    pollPath: '/v1/videos/req-1',
    pending: [[{ status: 'pending', progress: 40 }, 'running']],
    done: { status: 'done', video: { url: '{base}/results/1', duration: 5, respect_moderation: true } },
    resultPath: '/results/1',
    failed: { status: 'expired' },
    moderated: { status: 'done', video: { url: '', duration: 5, respect_moderation: false } },
    rejected: { status: 400, body: { code: 'invalid-argument', error: 'The prompt is empty.' } },
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
          prompt: videoPrompt,
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
    rejected: {
      status: 200,
      body: { task_id: '', base_resp: { status_code: 1026, status_msg: 'sensitive content' } },
    },
  },
]
