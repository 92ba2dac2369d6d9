import { useEffect, useRef, useState } from 'react'
import { isAccepted } from './file-kinds.ts'

/**
 * Takes files that are dropped or pasted anywhere on the page. Returns whether files are being dragged over it.
 * In a text field a paste of text stays one, even where the clipboard has a picture of that text as well.
 */
export function usePageFiles(take: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const taken = useRef(take)
  taken.current = take
  useEffect(() => {
    const takeFirst = (files: FileList | undefined) => {
      const all = [...(files ?? [])]
      const file = all.find(({ type }) => isAccepted(type)) ?? all[0]
      if (file !== undefined) taken.current(file)
      return file !== undefined
    }
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    // Without an element that it goes to, the pointer has left the window.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
      takeFirst(event.dataTransfer?.files)
    }
    const paste = (event: ClipboardEvent) => {
      const isText = event.clipboardData?.types.includes('text/plain') && isTextField(event.target)
      if (!isText && takeFirst(event.clipboardData?.files)) event.preventDefault()
    }
    const listeners = { dragenter: over, dragover: over, dragleave: leave, drop, paste }
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener as EventListener)
    }
  }, [])
  return isOver
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('textarea, input')
}
