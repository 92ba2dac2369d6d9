import { beginSession } from '../api.ts'
import { Page } from '../page.tsx'
import { Field, Form } from '../parts/form.tsx'

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  return (
    <Page
      title="Sign in as operator"
      subtitle={
        <p className="quiet">For the people who run this service: its health, accounts, tasks and money.</p>
      }
    >
      <section className="card">
        <Form
          label="Sign in"
          action="Sign in"
          className="stacked"
          onSend={async ({ token = '' }) => {
            await beginSession(token)
            onSignedIn()
          }}
        >
          {/* Password managers store the token under a name, and search for it in the form. */}
          <input name="user" autoComplete="username" defaultValue="operator" hidden />
          <Field
            label="Admin token"
            name="token"
            type="password"
            required
            autoFocus
            autoComplete="current-password"
          />
        </Form>
        <p className="quiet">
          The token is the value of the setting <code>ADMIN_TOKEN</code>, which whoever installed the service
          has chosen. A session lasts 8 hours.
        </p>
      </section>
    </Page>
  )
}
