import {isRecord} from '../../kernel/record.js';

type JSONValue = unknown;

// Letters that Kubernetes makes random suffixes of: no vowels, no digits that look like them.
const safe = 'bcdf-hj-np-tv-z24-9';

/** Options of a {@link Normaliser}. */
export interface NormaliserOptions {
	/** The scenario chose its IP addresses itself, so they are compared literally. */
	readonly keepAddresses?: boolean;
}

/**
Replaces what differs from run to run (uids, times, generated names, addresses) by marks such as `<uid:1>`, numbered by first appearance.

One normaliser serves one scenario from beginning to end: equal values get equal marks in all its answers.
*/
export class Normaliser {
	readonly #marks = new Map<string, string>();
	readonly #counts = new Map<string, number>();
	/** Suffixes of names that were seen to be generated. */
	readonly #suffixes = new Set<string>();
	readonly #keepAddresses: boolean;

	constructor({keepAddresses = false}: NormaliserOptions = {}) {
		this.#keepAddresses = keepAddresses;
	}

	#mark(kind: string, value: string): string {
		const key = `${kind} ${value}`;
		let mark = this.#marks.get(key);
		if (mark === undefined) {
			const count = (this.#counts.get(kind) ?? 0) + 1;
			this.#counts.set(kind, count);
			mark = `<${kind}:${count}>`;
			this.#marks.set(key, mark);
		}

		return mark;
	}

	/** Remembers which names inside an answer were generated; to be called with each answer before it is normalised. */
	learn(value: JSONValue): void {
		if (typeof value !== 'object' || value === null) {
			return;
		}

		if (isRecord(value)) {
			const {generateName, name} = isRecord(value['metadata']) ? value['metadata'] : {};
			if (
				typeof generateName === 'string' &&
				generateName &&
				typeof name === 'string' &&
				name.startsWith(generateName)
			) {
				this.#suffixes.add(name.slice(generateName.length));
			}
		}

		for (const item of Object.values(value)) {
			this.learn(item);
		}
	}

	// In this order: a later rule sees the marks of the earlier ones.
	readonly #rules: ReadonlyArray<readonly [pattern: RegExp, replace: string | ((...match: string[]) => string)]> = [
		[/(resourceVersion\\?":\\?")\d+/g, '$1<resourceVersion>'],
		[/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (uid) => this.#mark('uid', uid)],
		[/\bkube-api-access-[a-z\d]{5}\b/g, 'kube-api-access-<rand>'],
		[/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '<time>'],
		[/\bsha256:[\da-f]{64}\b/g, (digest) => this.#mark('digest', digest)],
		[/\b[\da-f]{64}\b/g, (id) => this.#mark('id', id)],
		[/(?<=\/containers\/[^/]+\/)[\da-f]{8}\b/g, '<rand>'],
		[/ in [\d.]+m?s \([\d.]+m?s including waiting\)/g, ' in <duration> (<duration> including waiting)'],
		[/\b(?:10|172|192|127(?!\.0\.0\.))(?:\.\d{1,3}){3}\b/g, (ip) => (this.#keepAddresses ? ip : this.#mark('ip', ip))],
		[
			new RegExp(String.raw`(?<=-)[${safe}]{8,10}(?=-[${safe}]{5}\b|\b)`, 'g'),
			// Without a digit it may be a word.
			(hash) => (/[24-9]/.test(hash) ? this.#mark('hash', hash) : hash),
		],
		[
			new RegExp(String.raw`(?<=-)[${safe}]{5}\b`, 'g'),
			(suffix) => (this.#suffixes.has(suffix) ? this.#mark('rand', suffix) : suffix),
		],
	];

	/** Normalises one string. */
	text(value: string): string {
		let result = value;
		for (const [pattern, replace] of this.#rules) {
			result = typeof replace === 'string' ? result.replace(pattern, replace) : result.replace(pattern, replace);
		}

		return result;
	}

	/** A JSON value: keys sorted, without managed fields. Marks are numbered in the order of the keys. */
	json(value: JSONValue, key = ''): JSONValue {
		if (Array.isArray(value)) {
			return value.map((item) => this.json(item));
		}

		if (isRecord(value)) {
			const result: Record<string, JSONValue> = {};
			for (const name of Object.keys(value).sort()) {
				if (name !== 'managedFields' && name !== 'selfLink') {
					result[this.text(name)] = this.json(value[name], name);
				}
			}

			return result;
		}

		if (key === 'resourceVersion' || key === 'continue') {
			return value === '' || value === '0' ? value : `<${key}>`;
		}

		return typeof value === 'string' ? this.text(value) : value;
	}

	/** A command's output without ages and the width of columns. */
	output(value: string, server: string): string {
		return this.text(value.replaceAll(server, '<server>'))
			.replace(/(resourceVersion["']?: *["']?)\d+/g, '$1<resourceVersion>')
			.replace(/\/tmp\/(LIVE|MERGED)-\d+/g, '/tmp/$1')
			.replace(/^((?:---|\+\+\+) \S+)\t.*$/gm, '$1')
			.replace(/\b(?:\d+d)?(?:\d+h)?(?:\d+m)?\d+(?:\.\d+)?m?s\b/g, '<age>')
			.replace(/[ \t]+/g, ' ')
			.replace(/ $/gm, '')
			.replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>');
	}
}
