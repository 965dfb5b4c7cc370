import {choose, fieldOf, pick} from '../conformance/choose.js';
import {fill, namespaceOf, type Entry, type Golden, type Step} from '../conformance/golden.js';
import {Normaliser} from '../conformance/normaliser.js';
import {equal} from '../../kernel/equality.js';
import {errorLine} from '../../kernel/error-text.js';
import {exchange, ranKubectl, type Endpoint} from './endpoint.js';
import {pause} from './pause.js';
import {settled} from './quiet.js';

/** How long after a watch is opened, and before it is closed, in milliseconds. */
const watchLeadMs = 500;
const watchLimitMs = 120_000;
const pollMs = 100;

const decoded = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
};

interface OpenWatch {
	readonly step: Step;
	readonly events: unknown[];
	readonly close: () => Promise<void>;
}

/** The view of a component outside the API: lines of text, or JSON. @throws {Error} when it does not answer. */
export type Look = (words: string) => Promise<unknown>;

/** How a scenario is played against a real cluster. */
export interface Playing {
	/** Reads a component's state outside the API: `cri node-a default/web`. */
	readonly look?: Look;
	/** Receives the errors of a step whose answer is not kept. */
	readonly onSetUpFailure?: (message: string) => void;
}

/** Plays one scenario over HTTPS, and keeps the answers as the conformance goldens have them. One player serves one scenario. */
class WirePlayer {
	readonly entries: Entry[] = [];
	readonly #watches = new Map<string, OpenWatch>();
	readonly #normaliser: Normaliser;
	readonly #namespace: string;

	constructor(
		readonly endpoint: Endpoint,
		readonly scenario: Omit<Golden, 'entries'>,
		readonly playing: Playing,
	) {
		this.#normaliser = new Normaliser({keepAddresses: scenario.fixedAddresses});
		this.#namespace = namespaceOf(scenario);
	}

	/** Plays all steps in order, and deletes the scenario's namespace. */
	async play(): Promise<void> {
		try {
			for (const step of this.scenario.steps) {
				// eslint-disable-next-line no-await-in-loop
				await this.#play(step);
			}
		} finally {
			await Promise.all([...this.#watches.values()].map(({close}) => close()));
			await exchange(this.endpoint, 'DELETE', `/api/v1/namespaces/${this.#namespace}`).catch(() => {});
		}
	}

	async #play(step: Step): Promise<void> {
		if (step.send) {
			await this.#send(step, step.send);
		} else if (step.kubectl) {
			await this.#kubectl(step, step.kubectl);
		} else if (step.look) {
			await this.#look(step, step.look);
		} else if (step.settle) {
			const {quietMs, timeoutMs, paths} = step.settle === true ? {} : step.settle;
			const given = {quietMs, limitMs: timeoutMs, paths: paths?.map((target) => this.#fill(target))};
			if (!(await settled(this.endpoint, this.#namespace, given))) {
				this.entries.push({step: 'settle', error: 'still changing at the time limit'});
			}
		} else if (step.watch) {
			await this.#watch(step, step.watch);
		} else if (step.stop) {
			await this.#stop(step.stop);
		} else if (step.until) {
			await this.#until(step, step.until);
		} else if (step.wait) {
			await pause(step.wait);
		}
	}

	#fill(text: string): string {
		return fill(text, this.#namespace, Date.now());
	}

	async #send(step: Step, send: string): Promise<void> {
		const [, verb = '', target = ''] = /^(\S+) (.*)$/s.exec(this.#fill(send)) ?? [];
		const body = step.body === undefined ? undefined : this.#fill(step.body);
		const headers = {...step.headers, ...(step.as ? {'impersonate-user': this.#fill(step.as)} : {})};
		const received = await exchange(this.endpoint, verb, target, {body, headers}).catch(errorLine);
		if (typeof received === 'string') {
			this.entries.push({step: send, error: received});
			return;
		}

		const {status, warning, text} = received;
		const answer = decoded(text);
		this.#normaliser.learn(answer);
		if (step.ignore) {
			if (status >= 400) {
				this.playing.onSetUpFailure?.(`${send}: ${status} ${text.slice(0, 400)}`);
			}

			return;
		}

		this.entries.push({
			step: send,
			...(step.as ? {as: step.as} : {}),
			status,
			...(warning ? {warning: this.#normaliser.text(warning)} : {}),
			body: this.#normaliser.json(choose(answer, step)),
		});
	}

	async #kubectl(step: Step, line: string): Promise<void> {
		const input = step.input === undefined ? undefined : this.#fill(step.input);
		const {code, stdout, stderr} = await ranKubectl(this.endpoint, this.#fill(line), input);
		if (step.ignore) {
			if (code !== 0) {
				this.playing.onSetUpFailure?.(`kubectl ${line}: ${code} ${stderr.slice(0, 400)}`);
			}

			return;
		}

		const {server} = this.endpoint;
		this.entries.push({
			step: `kubectl ${line}`,
			code,
			stdout: this.#normaliser.output(stdout, server),
			stderr: this.#normaliser.output(stderr, server),
		});
	}

	async #look(step: Step, words: string): Promise<void> {
		const {look} = this.playing;
		const view = await (look ? look(this.#fill(words)) : Promise.reject(new Error('nothing answers looks'))).then(
			(body: unknown) => ({body: choose(body, step)}),
			(error: unknown) => ({error: errorLine(error)}),
		);
		if (!step.ignore) {
			const {body, ...failure} = {body: undefined, ...view};
			this.entries.push({step: `look ${words}`, ...failure, body: this.#normaliser.json(body)});
		}
	}

	async #watch(step: Step, target: string): Promise<void> {
		const abort = new AbortController();
		const events: unknown[] = [];
		let rest = '';
		const onData = (piece: string): void => {
			const lines = `${rest}${piece}`.split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines.filter(Boolean)) {
				const event: {readonly type: string; readonly object: unknown} = JSON.parse(line);
				this.#normaliser.learn(event.object);
				const shown = {type: event.type, object: pick(event.object, step.only)};
				if (!step.distinct || !equal(shown, events.at(-1))) {
					events.push(shown);
				}
			}
		};

		const ended = exchange(this.endpoint, 'GET', this.#fill(target), {
			headers: step.headers,
			signal: abort.signal,
			timeoutMs: watchLimitMs,
			onData,
		}).catch(() => {});
		const close = async (): Promise<void> => {
			abort.abort();
			await ended;
		};
		this.#watches.set(step.name ?? '', {step, events, close});
		await pause(watchLeadMs);
	}

	async #stop(name: string): Promise<void> {
		const watch = this.#watches.get(name);
		if (!watch) {
			throw new Error(`no step has opened the watch ${name}`);
		}

		await pause(watchLeadMs);
		await watch.close();
		this.entries.push({step: `watch ${watch.step.watch}`, events: this.#normaliser.json(watch.events)});
	}

	async #until({field = '', is, timeoutMs = 60_000}: Step, target: string): Promise<void> {
		let found: unknown;
		for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollMs) {
			// eslint-disable-next-line no-await-in-loop
			const {status, text} = await exchange(this.endpoint, 'GET', this.#fill(target));
			found = status === 200 ? fieldOf(decoded(text), field) : status;
			if (is === undefined ? status === 200 && found !== undefined : found === is) {
				return;
			}

			// eslint-disable-next-line no-await-in-loop
			await pause(pollMs);
		}

		this.entries.push({step: `until ${target} ${field}`, error: `still ${JSON.stringify(found)} at the time limit`});
	}
}

/**
 * Plays a scenario against a cluster.
 * @returns the scenario with its answers, as a golden
 * @throws {Error} when a step cannot be played; the cluster's refusals are answers
 */
export const recorded = async (
	endpoint: Endpoint,
	scenario: Omit<Golden, 'entries'>,
	playing: Playing = {},
): Promise<Golden> => {
	const player = new WirePlayer(endpoint, scenario, playing);
	await player.play();
	return {...scenario, entries: player.entries};
};
