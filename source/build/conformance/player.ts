import type {Request, Response, WatchEvent} from '../../client/request.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {kubectl} from '../../kubectl/kubectl.js';
import {answerText} from '../../apiserver/encoding/json-text.js';
import {choose, fieldOf, pick} from './choose.js';
import {adminToken, partsFor, SimulatedCluster} from './cluster.js';
import {commandWords, fill, namespaceOf, type Entry, type Golden, type Step} from './golden.js';
import {look} from './look.js';
import {Normaliser} from './normaliser.js';
import {settle} from './settle.js';
import {equal} from '../../kernel/equality.js';

const server = 'https://127.0.0.1:6443';
// The recordings had no kubeconfig; kubectl reaches only servers named in a kubeconfig.
const kubeconfig = `apiVersion: v1\nkind: Config\nclusters:\n- name: recorded\n  cluster:\n    server: ${server}\n`;
const answerLimitMs = 30_000;
const commandLimitMs = 60_000;
const watchLeadMs = 500;
const pollMs = 100;

/** An answer as the wire carried it. */
export interface Answer {
	readonly status: number;
	/** `Warning` headers in one line. */
	readonly warning?: string;
	/** Decoded JSON, or the text. */
	readonly body: unknown;
}

interface OpenWatch {
	readonly step: Step;
	readonly events: unknown[];
	close: () => void;
}

const escaped = (text: string): string => text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`);

/** A response as a client outside the simulation sees it. */
export const answerOf = ({status, body, warnings}: Response): Answer => {
	const text = typeof body === 'string' ? body : (answerText(body) ?? '');
	let decoded: unknown = text;
	try {
		decoded = JSON.parse(text);
	} catch {
		// It is text.
	}

	return {
		status,
		...(warnings && warnings.length > 0
			? {warning: warnings.map((warning) => `299 - "${escaped(warning)}"`).join(', ')}
			: {}),
		body: decoded,
	};
};

const methods: ReadonlyArray<Request['method']> = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** @throws {Error} for a verb that HTTP does not have. */
const methodNamed = (verb: string): Request['method'] => {
	const method = methods.find((one) => one === verb);
	if (!method) {
		throw new Error(`no method of HTTP is called ${JSON.stringify(verb)}`);
	}

	return method;
};

const onWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Path and query of a request's target. */
const parseTarget = (target: string): {readonly path: string; readonly query: Record<string, string>} => {
	const url = new URL(target, server);
	const query: Record<string, string> = {};
	for (const [name, value] of url.searchParams) {
		query[name] ??= value;
	}

	return {path: decodeURIComponent(url.pathname), query};
};

/** Plays one scenario against a cluster. One player serves one scenario. */
export class Player {
	readonly #entries: Entry[] = [];
	readonly #watches = new Map<string, OpenWatch>();
	readonly #normaliser: Normaliser;
	readonly #namespace: string;
	readonly #client;

	constructor(
		readonly cluster: SimulatedCluster,
		readonly golden: Pick<Golden, 'id' | 'namespace' | 'fixedAddresses' | 'steps'>,
	) {
		this.#normaliser = new Normaliser({keepAddresses: golden.fixedAddresses});
		this.#namespace = namespaceOf(golden);
		this.#client = cluster.connect('conformance', {token: adminToken});
	}

	/** Plays all steps. @returns one entry for each that is not ignored. */
	play(): readonly Entry[] {
		for (const step of this.golden.steps) {
			this.#play(step);
		}

		return this.#entries;
	}

	/** The entries so far: the result when a step throws. */
	get entries(): readonly Entry[] {
		return this.#entries;
	}

	#play(step: Step): void {
		const {kernel} = this.cluster;
		if (step.send) {
			this.#send(step, step.send);
		} else if (step.kubectl) {
			this.#kubectl(step, step.kubectl);
		} else if (step.look) {
			this.#look(step, step.look);
		} else if (step.settle) {
			const {quietMs, timeoutMs, paths} = step.settle === true ? {} : step.settle;
			const quiet = settle(this.cluster, this.#namespace, {
				quietMs,
				limitMs: timeoutMs,
				paths: paths?.map((target) => this.#fill(target)),
			});
			if (!quiet) {
				this.#entries.push({step: 'settle', error: 'still changing at the time limit'});
			}
		} else if (step.watch) {
			this.#watch(step, step.watch);
		} else if (step.stop) {
			this.#stop(step.stop);
		} else if (step.until) {
			this.#until(step, step.until);
		} else if (step.wait) {
			this.cluster.runUntil(kernel.now + step.wait);
		}
	}

	#fill(text: string): string {
		return fill(text, this.#namespace, this.cluster.kernel.wallClockMs);
	}

	/** One exchange; `undefined` if there was no answer in time. */
	#exchange(verb: string, target: string, step: Step = {}): Answer | undefined {
		const {path, query} = parseTarget(target);
		const text = step.body === undefined ? undefined : this.#fill(step.body);
		const headers: Record<string, string> = text === undefined ? {} : {'content-type': 'application/yaml'};
		for (const [name, value] of Object.entries(step.headers ?? {})) {
			headers[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ');
		}

		if (step.as) {
			headers['impersonate-user'] = this.#fill(step.as);
		}

		// The recorder sent no user agent.
		headers['user-agent'] ??= '';

		const client = this.#client;
		const method = methodNamed(verb);
		const watching = /^(?:true|1)$/.test(query['watch'] ?? '') && method === 'GET';
		function* exchange(): Routine<Answer> {
			if (!watching) {
				return answerOf(yield* client.exchange(method, path, {query, headers, text}));
			}

			const events: WatchEvent[] = [];
			const response = yield* client.exchange(method, path, {
				query,
				headers,
				onEvent(event) {
					events.push(event);
				},
			});
			if (response.status >= 400) {
				return answerOf(response);
			}

			yield* sleep(Number(query['timeoutSeconds'] ?? 3600) * 1000);
			response.close?.();
			return answerOf({...response, body: events.map((event) => `${JSON.stringify(event)}\n`).join('')});
		}

		return this.cluster.run(exchange, answerLimitMs)?.value;
	}

	#send(step: Step, send: string): void {
		const [, verb = '', target = ''] = /^(\S+) (.*)$/s.exec(this.#fill(send)) ?? [];
		const answer = this.#exchange(verb, target, step);
		if (!answer) {
			this.#entries.push({step: send, error: `no answer in ${answerLimitMs} ms: ${verb} ${target}`});
			return;
		}

		const {status, warning, body} = answer;
		this.#normaliser.learn(body);
		if (verb === 'POST' && status === 201 && target === '/api/v1/nodes' && this.golden.id.startsWith('network/')) {
			this.cluster.addProxy(String(fieldOf(body, 'metadata.name')));
		}

		if (!step.ignore) {
			const chosen = choose(body, step);
			this.#entries.push({
				step: send,
				...(step.as ? {as: step.as} : {}),
				status,
				...(warning ? {warning: this.#normaliser.text(warning)} : {}),
				body: this.#normaliser.json(chosen),
			});
		}
	}

	#kubectl(step: Step, line: string): void {
		const {cluster} = this;
		const printed = {stdout: '', stderr: ''};
		const words = [
			`--server=${server}`,
			`--token=${adminToken}`,
			'--insecure-skip-tls-verify=true',
			...commandWords(this.#fill(line)),
		];
		const result = cluster.run(
			() =>
				kubectl(
					{
						kernel: cluster.kernel,
						home: cluster.home,
						connect: (credentials) => cluster.connect('kubectl', credentials),
						kubeconfig,
						files: {},
						stdin: step.input === undefined ? '' : this.#fill(step.input),
						write(stream, text) {
							printed[stream] += text;
						},
					},
					words,
				),
			commandLimitMs,
		);
		if (!step.ignore) {
			this.#entries.push({
				step: `kubectl ${line}`,
				code: result?.value ?? null,
				stdout: this.#normaliser.output(printed.stdout, server),
				stderr: this.#normaliser.output(printed.stderr, server),
			});
		}
	}

	#look(step: Step, words: string): void {
		const view = look(this.cluster, this.#fill(words));
		if (!step.ignore) {
			const {body, ...failure} = {body: undefined, ...view};
			const chosen = body === undefined ? undefined : choose(onWire(body), step);
			this.#entries.push({step: `look ${words}`, ...failure, body: this.#normaliser.json(chosen)});
		}
	}

	#watch(step: Step, target: string): void {
		const {path, query} = parseTarget(this.#fill(target));
		const watch: OpenWatch = {step, events: [], close() {}};
		this.#watches.set(step.name ?? '', watch);
		const headers = Object.fromEntries(
			Object.entries(step.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
		);
		const client = this.#client;
		const onEvent = (sent: WatchEvent) => {
			const object = onWire(sent.object);
			this.#normaliser.learn(object);
			const shown = {type: sent.type, object: pick(object, step.only)};
			if (!step.distinct || !equal(shown, watch.events.at(-1))) {
				watch.events.push(shown);
			}
		};

		function* open(): Routine {
			const response = yield* client.exchange('GET', path, {query, headers, onEvent});
			watch.close = () => {
				response.close?.();
			};
		}

		this.cluster.run(open, watchLeadMs);
		this.cluster.runUntil(this.cluster.kernel.now + watchLeadMs);
	}

	#stop(name: string): void {
		const watch = this.#watches.get(name);
		if (!watch) {
			throw new Error(`no step has opened the watch ${name}`);
		}

		this.cluster.runUntil(this.cluster.kernel.now + watchLeadMs);
		watch.close();
		this.#entries.push({step: `watch ${watch.step.watch}`, events: this.#normaliser.json(watch.events)});
	}

	#until({field, is, timeoutMs = 60_000}: Step, target: string): void {
		const {kernel} = this.cluster;
		const deadlineMs = kernel.now + timeoutMs;
		let found: unknown;
		do {
			const answer = this.#exchange('GET', this.#fill(target));
			found = answer?.status === 200 ? fieldOf(answer.body, field ?? '') : answer?.status;
			if (is === undefined ? answer?.status === 200 && found !== undefined : found === is) {
				return;
			}

			this.cluster.runUntil(kernel.now + pollMs);
		} while (kernel.now < deadlineMs);
		this.#entries.push({
			step: `until ${target} ${field}`,
			error: `still ${JSON.stringify(found)} at the time limit`,
		});
	}
}

/** The result of a scenario. */
export interface Played {
	readonly entries: readonly Entry[];
	/** The thrown error with its stack, when the simulation broke down. */
	readonly failure?: string;
}

/** Plays a golden in its own fresh cluster. Never throws. */
export const play = (golden: Golden): Played => {
	let player: Player | undefined;
	try {
		const cluster = new SimulatedCluster(partsFor(golden.id.split('/', 1)[0] ?? '', golden.needs));
		cluster.start();
		player = new Player(cluster, golden);
		return {entries: player.play()};
	} catch (error) {
		return {
			entries: player?.entries ?? [],
			failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
		};
	}
};
