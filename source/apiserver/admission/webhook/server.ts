import {conditionOf, type Condition} from '../condition.js';
import type {JSONPatchOperation} from '../../../objects/json-patch.js';

/** The answer of a webhook's server to requests that satisfy its condition. */
export interface WebhookAnswer {
	/** A CEL expression over `request`, an AdmissionRequest with `object` and `oldObject`; without one, it always holds. */
	readonly when?: string;
	readonly allowed?: boolean;
	readonly code?: number;
	readonly reason?: string;
	readonly message?: string;
	readonly warnings?: readonly string[];
	readonly auditAnnotations?: Readonly<Record<string, string>>;
	readonly patch?: readonly JSONPatchOperation[];
	/** The response time of the server. */
	readonly takesMs?: number;
	/** The error instead of an answer: `connect: connection refused`. */
	readonly fails?: string;
}

/** The conversion of a server for objects of a custom resource that satisfy its condition. */
export interface PlannedConversion {
	/** The version that it converts to: `v2`; any when not given. */
	readonly to?: string;
	/** A CEL expression over `object`; without one, it always holds. */
	readonly when?: string;
	/** How the object is changed, beside its `apiVersion`. */
	readonly patch?: readonly JSONPatchOperation[];
	/** Why the server cannot convert it. */
	readonly message?: string;
	/** The response time of the server. */
	readonly takesMs?: number;
	/** The error instead of an answer: `connect: connection refused`. */
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
	/** The first conversion to the wanted version whose condition holds counts; if none does, only the version changes. */
	readonly converts?: readonly PlannedConversion[];
}

interface Conditional<Answer> {
	readonly holds: Condition;
	readonly answer: Answer;
}

interface Planned {
	readonly answers: ReadonlyArray<Conditional<WebhookAnswer>>;
	readonly conversions: ReadonlyArray<Conditional<PlannedConversion>>;
}

/** All servers of a scenario, found by where a webhook's client looks for them. */
export class WebhookServers {
	readonly #servers = new Map<string, Planned>();

	/** @throws {Error} for a condition that does not compile. */
	constructor(servers: readonly WebhookServer[]) {
		for (const {url, service, answers = [], converts = []} of servers) {
			const compiled = <Answer extends {readonly when?: string}>(answer: Answer): Conditional<Answer> => ({
				holds: conditionOf(answer.when, `the webhook server ${url ?? service}`),
				answer,
			});

			const planned: Planned = {
				answers: answers.map((answer) => compiled(answer)),
				conversions: converts.map((conversion) => compiled(conversion)),
			};
			for (const place of [url, service].filter((known) => known !== undefined)) {
				this.#servers.set(place, planned);
			}
		}
	}

	/** The answer to a request; `undefined` if no server listens there. */
	answer(place: string, request: Readonly<Record<string, unknown>>): WebhookAnswer | undefined {
		const server = this.#servers.get(place);
		if (!server) {
			return undefined;
		}

		const variables = {request, object: request['object'] ?? null, oldObject: request['oldObject'] ?? null};
		return server.answers.find(({holds}) => holds(variables))?.answer ?? {};
	}

	/** The conversion of an object; `undefined` if no server listens there. @param wanted the apiVersion. */
	convert(place: string, object: unknown, wanted: string): PlannedConversion | undefined {
		const version = wanted.slice(wanted.indexOf('/') + 1);
		const variables = {request: null, object, oldObject: null};
		const server = this.#servers.get(place);
		return (
			server &&
			(server.conversions.find(({holds, answer}) => (answer.to ?? version) === version && holds(variables))?.answer ??
				{})
		);
	}
}
