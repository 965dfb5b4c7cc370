/**
What one plug-in of webhooks or policies remembers of a request: which of them have been called and may be called again.

@mirrors mutating.webhookReinvokeContext, mutating.policyReinvokeContext
*/
class Callers {
	readonly #called = new Set<string>();
	readonly #due = new Set<string>();
	#output: unknown;

	/** Whether somebody else has changed the object since. */
	changedSince(object: unknown): boolean {
		return this.#output !== undefined && this.#output !== object;
	}

	leave(object: unknown): void {
		this.#output = object;
	}

	/** The object has changed: those that were called and want to see it are due again. */
	requireAgain(): void {
		for (const key of this.#called) {
			this.#due.add(key);
		}

		this.#called.clear();
	}

	isDue(key: string): boolean {
		return this.#due.has(key);
	}

	called(key: string): void {
		this.#called.add(key);
	}
}

/**
The second round of mutating admission: when a webhook or a policy has changed the object, the whole chain looks at it once more.

@see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy
@mirrors admission.reinvoker
*/
export class Reinvocation {
	/** True in the second round. */
	again = false;
	/** Something was changed that calls for a second round. */
	wanted = false;
	readonly webhooks = new Callers();
	readonly policies = new Callers();
}
