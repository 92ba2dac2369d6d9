/** An image file, separated into the picture and everything else. */
export interface ImageParts {
  /** What belongs to the picture, in the file's order and as it is. */
  readonly picture: readonly Buffer[]
  /** Whether the file carries content credentials: a C2PA manifest store. */
  readonly hasManifest: boolean
  /** Whether it carries anything else: text, EXIF, XMP, a profile, an animation, or bytes after its end. */
  readonly hasOther: boolean
}
