import {dyn} from '../../../cel/type.js';
import {compile, type Program} from '../../../cel/environment.js';
import {kubernetesFunctions} from '../../../cel/kubernetes/library/kubernetes.js';
import type {Value} from '../../../cel/value.js';
import type {JSONPatchOperation} from '../../../objects/json-patch.js';

/** What a server behind a webhook answers to the requests that its condition holds for. */
export interface WebhookAnswer {
	/** In CEL, over `request`, an AdmissionRequest with `object` and `oldObject`; always when not given. */
	readonly when?: string;
	readonly allowed?: boolean;
	readonly code?: number;
	readonly reason?: string;
	readonly message?: string;
	readonly warnings?: readonly string[];
	readonly auditAnnotations?: Readonly<Record<string, string>>;
	readonly patch?: readonly JSONPatchOperation[];
	/** How long it thinks. */
	readonly takesMs?: number;
	/** What goes wrong instead of an answer: `connect: connection refused`. */
	readonly fails?: string;
}

/** A server that webhooks call, as the scenario describes it. */
export interface WebhookServer {
	/** Address without a query, as the webhook configuration names it. */
	readonly url?: string;
	/** `namespace/name`. */
	readonly service?: string;
	/** The first answer whose condition holds counts; if none does, the request is allowed and nothing changes. */
	readonly answers?: readonly WebhookAnswer[];
}

const environment = {
	variables: {request: dyn, object: dyn, oldObject: dyn},
	functions: kubernetesFunctions,
};

interface Conditional {
	readonly program?: Program;
	readonly answer: WebhookAnswer;
}

/** All servers of a scenario, found by where a webhook's client looks for them. */
export class WebhookServers {
	readonly #answers = new Map<string, readonly Conditional[]>();

	/** @throws {Error} for a condition that does not compile. */
	constructor(servers: readonly WebhookServer[]) {
		for (const {url, service, answers} of servers) {
			const conditional = (answers ?? []).map((answer): Conditional => {
				const {program, issues} = answer.when === undefined ? {} : compile(answer.when, environment);
				if (issues !== undefined) {
					throw new Error(`the condition of the webhook server ${url ?? service} does not compile: ${issues}`);
				}

				return program ? {program, answer} : {answer};
			});
			for (const place of [url, service].filter((known) => known !== undefined)) {
				this.#answers.set(place, conditional);
			}
		}
	}

	/** The answer to a request; `undefined` if no server listens there. */
	answer(place: string, request: Readonly<Record<string, unknown>>): WebhookAnswer | undefined {
		const answers = this.#answers.get(place);
		if (!answers) {
			return undefined;
		}

		const variables: Readonly<Record<string, unknown>> = {
			request,
			object: request['object'] ?? null,
			oldObject: request['oldObject'] ?? null,
		};
		return (
			answers.find(({program}) => {
				try {
					return !program || program.evaluate({get: (name) => variables[name] as Value}) === true;
				} catch {
					return false;
				}
			})?.answer ?? {}
		);
	}
}
