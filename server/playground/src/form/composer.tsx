import type { Effect, Product } from '@mediagen/sdk'
import { type FormEvent, useContext, useEffect, useRef, useState } from 'react'
import type { Field, FieldValue, Form } from '../contract/read-forms.ts'
import { effectiveValue, problemsOf, type Values } from '../contract/request.ts'
import type { FileAddress } from '../gallery/files.ts'
import { AccountId } from '../page/account-id.tsx'
import { ErrorPages } from '../page/problems.tsx'
import type { Shortage } from '../page/use-shortage.ts'
import { money } from '../service/use-price.ts'
import type { Service } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import { Choice } from './choice.tsx'
import { EffectControl } from './effect-control.tsx'
import { FieldControl } from './field-control.tsx'
import { InputControl } from './input-control.tsx'
import type { InputControl as Input } from './use-input.ts'

/** What a request costs, with the currency. */
export type Price = string | 'notOffered' | undefined

interface ComposerProps {
  readonly forms: readonly Form[]
  readonly form: Form
  readonly values: Values
  readonly input: Input
  readonly service: Service
  readonly addressOf: FileAddress | undefined
  /** The price of what is entered, once it is known; `notOffered` where no engine makes it. */
  readonly price: Price
  /** Whether the balance is less than the price. */
  readonly shortage: Shortage | undefined
  /** Whether the visitor operates the service. */
  readonly isDemo: boolean
  /** Whether every engine is a renderer without a model. */
  readonly isProcedural: boolean
  /** Whether a request can be sent by now; not before it is known whose account it is. */
  readonly isReady: boolean
  readonly onProduct: (product: Product) => void
  readonly onChange: (name: string, value: FieldValue | undefined) => void
  readonly onFile: (file: File) => void
  readonly onCode: () => void
  readonly onSubmit: () => void
}

/** Stands for an upload whose id is not known yet. */
const chosenInput = 'chosen'

/** Chooses a product and enters its request. The fields are those of the contract, whichever they are. */
export function Composer(props: ComposerProps) {
  const { forms, form, values, input, service, addressOf, price, shortage } = props
  const { onProduct, onChange, onFile, onCode, onSubmit } = props
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const element = useRef<HTMLFormElement>(null)
  const surface = form.product.startsWith('image') ? 'image' : 'video'
  const effects = service.effects?.filter((effect) => effect.surface === surface)
  const effect = effects?.find(({ id }) => id === values.effectId)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const hasInput = input.image !== undefined && input.image.problem === undefined
    const found = problemsOf(form, { ...values, ...(hasInput && { assetId: chosenInput }) })
    setProblems(found)
    if (found.size === 0) onSubmit()
  }
  useEffect(() => {
    if (problems.size === 0) return
    const fault = element.current?.querySelector('.fault')
    const name = fault?.closest<HTMLElement>('[data-field]')?.dataset.field
    const control = `[data-field="${name}"] :is(input[name="${name}"], input[type=file], textarea)`
    element.current?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
    fault?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  const change = (name: string, value: FieldValue | undefined) => {
    setProblems(new Map())
    onChange(name, value)
  }
  const [main, more] = split(form.fields)
  const control = (field: Field) => (
    <Control
      key={field.name}
      {...{ field, input, effects, effect, addressOf, values, service, onFile }}
      problem={problems.get(field.name)}
      onChange={(value) => change(field.name, value)}
    />
  )
  return (
    <form ref={element} className="composer" aria-label={strings.productChoice} noValidate onSubmit={submit}>
      <div className="scrolled">
        <h2 tabIndex={-1}>{strings.form.title}</h2>
        <Choice
          name="product"
          label={strings.productChoice}
          isLabelHidden
          className="products"
          value={form.product}
          options={forms.map(({ product }) => ({ value: product, label: strings.products[product].label }))}
          onChange={(product) => {
            setProblems(new Map())
            onProduct(product)
          }}
        />
        {main.map((field) => [
          control(field),
          field.name === 'prompt' && props.isProcedural && <StudioHint key="studio" />,
        ])}
        {more.length > 0 && (
          <details>
            <summary>{strings.more}</summary>
            {more.map(control)}
          </details>
        )}
      </div>
      <div className="send">
        {shortage !== undefined && service.account !== undefined && price !== undefined && (
          <div className="shortage">
            <strong>
              {strings.price.short(price, money(service.account.balance, service.account.currency))}
            </strong>
            <p>
              {shortage === 'all' ? strings.price.cheapest : strings.price.cheaper}{' '}
              {props.isDemo ? strings.price.run : strings.price.ask}
            </p>
            <AccountId id={service.account.id} isDemo={props.isDemo} />
          </div>
        )}
        {price === 'notOffered' && <p className="aside">{strings.price.notOffered}</p>}
        <button type="submit" className="primary" disabled={!props.isReady || shortage === 'all'}>
          {strings.products[form.product].verb}
          {price !== undefined && price !== 'notOffered' && <span className="price">{price}</span>}
        </button>
        <button type="button" className="quiet" onClick={onCode}>
          {strings.code.title}
        </button>
      </div>
    </form>
  )
}

/** What the studio makes of a prompt: it knows a limited number of words. */
function StudioHint() {
  const docs = useContext(ErrorPages)?.replace('errors/', studioPage)
  return (
    <p className="aside">
      {strings.studio.is}{' '}
      {docs === undefined ? strings.studio.knows : <a href={docs}>{strings.studio.knows}</a>}.
    </p>
  )
}

const studioPage = 'guides/first-image#what-made-these-images'

interface ControlProps extends Pick<ComposerProps, 'input' | 'addressOf' | 'values' | 'service' | 'onFile'> {
  readonly field: Field
  readonly effects: readonly Effect[] | undefined
  readonly effect: Effect | undefined
  readonly problem: string | undefined
  readonly onChange: (value: FieldValue | undefined) => void
}

function Control(props: ControlProps) {
  const { field, input, effects, effect, addressOf, values, service, problem, onFile, onChange } = props
  if (field.kind === 'input') return <InputControl label={field.label} {...{ input, problem, onFile }} />
  if (field.kind !== 'effect')
    return (
      <FieldControl
        field={field}
        value={effectiveValue(field, values, effect)}
        problem={problem}
        onChange={onChange}
      />
    )
  return (
    <EffectControl
      label={field.label}
      effects={effects}
      examples={service.examples}
      addressOf={addressOf}
      value={typeof values.effectId === 'string' ? values.effectId : undefined}
      isOptional={!field.required}
      problem={problem}
      onChange={onChange}
    />
  )
}

/** Texts that may be left out are asked for last, and folded away; what sets the price stays in view. */
function split(fields: readonly Field[]): [main: Field[], more: Field[]] {
  const rank = ({ kind, required }: Field) =>
    kind === 'input' ? 0 : kind === 'effect' ? 1 : required ? 2 : 3
  const sorted = [...fields].sort((one, other) => rank(one) - rank(other))
  const isFolded = ({ kind, required, name }: Field) => kind === 'text' && !required && name !== 'prompt'
  return [sorted.filter((field) => !isFolded(field)), sorted.filter(isFolded)]
}
