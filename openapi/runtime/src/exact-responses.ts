/**
 * Implementations whose responses have no field that the contract does not have. The compiler checks for that
 * where an object is written down for a declared type, not where a function returns one: without this, such a
 * field would go out to clients. A type annotation hides what an implementation returns; `satisfies` does
 * not.
 */
export type ExactResponses<Given, Apis> = {
  [Tag in keyof Given]: Tag extends keyof Apis
    ? {
        [Operation in keyof Given[Tag]]: ExactResponse<Given[Tag][Operation], MethodOf<Apis[Tag], Operation>>
      }
    : unknown
}

type MethodOf<Api, Operation> = Operation extends keyof Api ? Api[Operation] : never

type ExactResponse<Given, Wanted> = [ExtraField<ResponseOf<Given>, ResponseOf<Wanted>>] extends [never]
  ? unknown
  : { readonly 'the contract has no such field': ExtraField<ResponseOf<Given>, ResponseOf<Wanted>> }

// biome-ignore lint/suspicious/noExplicitAny: a function of any arguments; `never` and `unknown` lose its result.
type ResponseOf<Method> = Method extends (...input: any[]) => Promise<infer Value> ? Value : never

/** A type is compared with itself where it is recursive, and need not be taken apart. */
type IsSame<Given, Wanted> = [Given, Wanted] extends [Wanted, Given]
  ? [keyof Given, keyof Wanted] extends [keyof Wanted, keyof Given]
    ? true
    : false
  : false

/** A value of the type any says nothing of its fields; the contract says nothing of those of unknown. */
type IsSilent<Given, Wanted> = 0 extends 1 & Given ? true : unknown extends Wanted ? true : false

/** Bytes and streams are sent as they are; their methods are no fields. */
type Content = Uint8Array | AsyncIterable<unknown>

/**
 * The names of fields that a value has and its type in the contract does not, eight levels deep: the compiler follows types that
 * occur inside themselves without end.
 */
type ExtraField<Given, Wanted, Levels extends 0[] = []> = true extends
  | IsSilent<Given, Wanted>
  | IsSame<Given, Wanted>
  ? never
  : Given extends Content | (Levels['length'] extends 8 ? unknown : never)
    ? never
    : Given extends readonly (infer Item)[]
      ? ExtraField<Item, ItemOf<Wanted>, [...Levels, 0]>
      : Given extends object
        ? {
            [Name in keyof Given & string]: Name extends NameOf<Wanted>
              ? ExtraField<Given[Name], FieldOf<Wanted, Name>, [...Levels, 0]>
              : Name
          }[keyof Given & string]
        : never

type ItemOf<Wanted> = Wanted extends readonly (infer Item)[] ? Item : never
type NameOf<Wanted> = Wanted extends object ? keyof Wanted : never
type FieldOf<Wanted, Name> = Wanted extends object
  ? Name extends keyof Wanted
    ? Wanted[Name]
    : never
  : never
