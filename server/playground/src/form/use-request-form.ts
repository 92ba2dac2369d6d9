import type { Mediagen, Product } from '@mediagen/sdk'
import { useEffect, useState } from 'react'
import type { FieldValue, Form } from '../contract/read-forms.ts'
import { isEmpty, requestOf, type Values } from '../contract/request.ts'
import { keepDraft, readDraft } from '../page/draft.ts'
import { formOf } from '../page/facts.ts'
import { type InputControl, useInput } from './use-input.ts'

/** What is entered. */
export interface RequestForm {
  readonly form: Form
  readonly values: Values
  readonly input: InputControl
  readonly takesInput: boolean
  readonly isEmpty: boolean
  /** What an order would send, but for its image. */
  readonly request: ReturnType<typeof requestOf>
  /** Chooses a product; what is entered stays. */
  choose(product: Product): void
  change(name: string, value: FieldValue | undefined): void
  /** Replaces what is entered. */
  replace(product: Product, values: Values): void
  /** Forgets an effect, unless another one was chosen since. */
  dropEffect(effectId: FieldValue): void
}

/** What is entered, which outlives a reload of the page while the sheet is open. */
export function useRequestForm(client: Mediagen | undefined): RequestForm {
  const [draft] = useState(readDraft)
  const [product, setProduct] = useState<Product>(draft?.product ?? 'image.generate')
  const [values, setValues] = useState<Values>(draft?.values ?? {})
  const input = useInput(client)
  const form = formOf(product)
  const request = requestOf(form, values)
  useEffect(() => keepDraft(product, request))
  return {
    form,
    values,
    input,
    takesInput: form.fields.some(({ kind }) => kind === 'input'),
    isEmpty: input.image === undefined && isEmpty(values),
    request,
    choose: setProduct,
    change: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    replace: (chosen, entered) => {
      setProduct(chosen)
      setValues(entered)
    },
    dropEffect: (effectId) =>
      setValues((before) => (before.effectId === effectId ? { ...before, effectId: undefined } : before)),
  }
}
