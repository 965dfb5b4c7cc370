import {RuntimeError} from '../../cri/messages.js';

/** The most bytes of a call that containerd accepts. @mirrors github.com/containerd/containerd/v2/defaults DefaultMaxRecvMsgSize */
const mostCallBytes = 16 * 1024 * 1024;

/** Variables by their names. */
export type Variables = ReadonlyMap<string, string>;

const reference = /\$(?:\$|\(([^)]*)\))/g;

/**
Replaces `$(NAME)` in the texts of one container, such as its variables in order. A variable may name another one twice, so a few of them
could exhaust memory: the total length is limited to that of a call to the runtime.
*/
export class Expansion {
	#length = 0;

	constructor(readonly known: Variables) {}

	/**
	Replaces `$(NAME)` by the value of a variable known so far; `$$` is a dollar sign; unknown names stay.

	@throws {RuntimeError} when all texts so far are longer than containerd accepts.
	@mirrors k8s.io/kubernetes/third_party/forked/golang/expansion Expand
	*/
	expand(text: string): string {
		const replaced = (whole: string, name: string | undefined): string =>
			name === undefined ? '$' : (this.known.get(name) ?? whole);
		this.#count(text.length);
		for (const [whole, name] of text.matchAll(reference)) {
			this.#count(replaced(whole, name).length - whole.length);
		}

		return text.replaceAll(reference, replaced);
	}

	/** Simplified: only the characters of these texts are counted, up to the limit; upstream, the whole call counts. */
	#count(length: number): void {
		this.#length += length;
		if (this.#length > mostCallBytes) {
			const sizes = `${this.#length} vs. ${mostCallBytes}`;
			throw new RuntimeError('ResourceExhausted', `grpc: received message larger than max (${sizes})`);
		}
	}
}

/** Like {@link Expansion}, for a single text. */
export const expand = (text: string, known: Variables): string => new Expansion(known).expand(text);
