/**
The webhooks or policies of one plug-in that have been called for a request and may be called again.

@mirrors mutating.webhookReinvokeContext, mutating.policyReinvokeContext
*/
class Callers {
	readonly #called = new Set<string>();
	readonly #due = new Set<string>();
	#output: unknown;

	constructor(readonly rounds: Reinvocation) {}

	/** Begins the plug-in's turn: if another plug-in has changed the object since its last turn, every entry with reinvocation is due again. */
	begin(object: unknown): void {
		if (this.rounds.again && this.#output !== undefined && this.#output !== object) {
			this.#require();
		}
	}

	/** Whether to call an entry: in the second round, only if it is due again. */
	isToCall(key: string): boolean {
		return !this.rounds.again || this.#due.has(key);
	}

	/** Records a call: if it changed the object, a second round follows, in which earlier plug-ins may run once more. */
	called(key: string, changed: boolean, policy: string | undefined): void {
		if (changed) {
			this.#require();
			this.rounds.wanted = true;
		}

		if (policy === 'IfNeeded') {
			this.#called.add(key);
		}
	}

	/** The plug-in's turn ends, with the object as it is then. */
	end(object: unknown): void {
		this.#output = object;
	}

	#require(): void {
		for (const key of this.#called) {
			this.#due.add(key);
		}

		this.#called.clear();
	}
}

/**
The second round of mutating admission: when a webhook or a policy has changed the object, the whole chain runs once more.

@see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy
@mirrors admission.reinvoker
*/
export class Reinvocation {
	/** Whether this is the second round. */
	again = false;
	/** Something was changed that calls for a second round. */
	wanted = false;
	// Created on first use: most requests meet neither webhooks nor policies.
	#webhooks: Callers | undefined;
	#policies: Callers | undefined;

	get webhooks(): Callers {
		this.#webhooks ??= new Callers(this);
		return this.#webhooks;
	}

	get policies(): Callers {
		this.#policies ??= new Callers(this);
		return this.#policies;
	}
}
