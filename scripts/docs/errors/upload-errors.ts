import type { UploadErrorCode } from '@mediagen/contract/models'
import type { ErrorText } from './error-text.ts'

const free = 'No. Uploads are free.'
const newUpload = 'an invalid upload stays invalid. Create a new one'

/** The codes of uploads that cannot be used. A code of the contract that is missing here does not compile. */
export const uploadErrors = {
  UNSUPPORTED_FORMAT: {
    title: 'The file is not a JPEG, PNG or WebP',
    whatHappened:
      'The file is not a JPEG, PNG or WebP, or is damaged. The service checks the bytes, not the name.',
    wasICharged: free,
    whatToDo: 'Convert the image; HEIC, AVIF, GIF and SVG are not accepted. Then create a new upload.',
    retry: `Not with this upload: ${newUpload}.`,
  },
  CONTENT_TYPE_MISMATCH: {
    title: 'The file is of another type than declared',
    whatHappened: 'The file is an image of a different type than the upload was reserved for.',
    wasICharged: free,
    whatToDo: 'Reserve the upload with the type of the bytes. The SDK detects it.',
    retry: `Not with this upload: ${newUpload} with the right \`contentType\`.`,
  },
  FILE_TOO_LARGE: {
    title: 'The file is larger than 20 MB',
    whatHappened: 'The file is larger than 20 MB.',
    wasICharged: free,
    whatToDo: 'Compress or shrink the image and create a new upload.',
    retry: `Not with this upload: ${newUpload}.`,
  },
  FILE_TOO_SMALL: {
    title: 'The file is too small to be an image',
    whatHappened: 'The file has fewer than 28 bytes, so it cannot be an image. Often the body was empty.',
    wasICharged: free,
    whatToDo: 'Check that the `PUT` sends the bytes of the file, and create a new upload.',
    retry: `Not with this upload: ${newUpload}.`,
  },
  DIMENSIONS_OUT_OF_RANGE: {
    title: 'The image has too few or too many pixels',
    whatHappened:
      'A side has fewer than 16 or more than 8192 pixels, or the image has more than 40 megapixels.',
    wasICharged: free,
    whatToDo: 'Scale the image and create a new upload.',
    retry: `Not with this upload: ${newUpload}.`,
  },
  CONTENT_REFUSED: {
    title: 'The content of the image is not allowed',
    whatHappened: 'The operator of the service checks the content of images, and this one breaks the rules.',
    wasICharged: free,
    whatToDo: 'Choose another image. The operator knows the reason; the service does not show it.',
    retry: 'Not with this upload, and not with the same image.',
  },
  UPLOAD_EXPIRED: {
    title: 'The upload was not completed in time',
    whatHappened: 'The 15 minutes of the upload were over before it was completed.',
    wasICharged: free,
    whatToDo:
      'Create a new upload, and complete it as soon as the bytes are sent. The SDK does this by itself.',
    retry: 'Not with this upload: create a new one.',
  },
} as const satisfies Record<UploadErrorCode, ErrorText>
