import type { MediaFinisher } from '../../ports/media-finisher.js'

export function createMediaFinisher(): MediaFinisher {
  const missing = async (): Promise<never> => {
    throw new Error('placeholder')
  }
  return { finish: missing, upright: missing, missingForFilms: async () => undefined }
}
