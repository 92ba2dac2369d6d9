import { toTimestamp } from '../../core/domain/clock.ts'
import type { Provenance } from '../../core/ports/result-marker.ts'

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype'

/** What the packet contains. */
export interface MarkContents extends Provenance {
  readonly createdAtMs: number
  /** The name and version of this service, and not of the engine. */
  readonly creatorTool: string
}

/**
 * The mark in the words of IPTC and XMP, which search engines and media programs read. It names the task and
 * no prompt, account, key or engine: whoever gets the file can read it.
 */
export function xmpPacket({ sourceType, taskId, createdAtMs, creatorTool }: MarkContents): Buffer {
  return Buffer.from(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    dc:identifier="${escaped(taskId)}"
    xmp:CreateDate="${toTimestamp(createdAtMs)}"
    xmp:CreatorTool="${escaped(creatorTool)}"
    Iptc4xmpExt:DigitalSourceType="${vocabulary}/${sourceType}"/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
