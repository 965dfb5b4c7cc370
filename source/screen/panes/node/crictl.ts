import type {Cell} from '../../paint/text-layout.js';
import {ago, sizeText} from './units.js';
import type {Container, Image, Kept, Sandbox} from './records.js';

/** A table: its head, and rows, each with the ledger key of its object. */
export interface Table {
	readonly head: readonly string[];
	readonly rows: ReadonlyArray<{readonly cells: readonly Cell[]; readonly key?: string}>;
}

/** The moment from which times count back: the virtual clock, and the wall clock at the same moment, in milliseconds. */
export interface Moment {
	readonly timeMs: number;
	readonly wallClockMs: number;
}

/** An ID with the number of characters that crictl shows. */
const short = (id: string): string => id.slice(0, 13);

/** The digest is the one ID of an image that is simulated. */
const imageID = (reference: string): string => short(reference.replace(/^.*sha256:/, ''));

const plain = (text: string): Cell => ({text, tone: 'plain'});
const name = (text: string): Cell => ({text, tone: 'plain', name: true});
const capital = (text: string): string => `${text.slice(0, 1)}${text.slice(1).toLowerCase()}`;

/** Newest first, as crictl lists them. */
const newestFirst = <T>(items: ReadonlyArray<Kept<T>>, at: (value: T) => number): ReadonlyArray<Kept<T>> =>
	items.toSorted((a, b) => at(b.value) - at(a.value));

/** @see https://github.com/kubernetes-sigs/cri-tools `crictl pods` */
export const podTable = (sandboxes: ReadonlyArray<Kept<Sandbox>>, {timeMs}: Moment): Table => ({
	head: ['POD ID', 'CREATED', 'STATE', 'NAME', 'NAMESPACE', 'ATTEMPT', 'RUNTIME'],
	rows: newestFirst(sandboxes, ({createdAtMs}) => createdAtMs).map(({key, id, value}) => ({
		key,
		cells: [
			plain(short(id)),
			plain(ago(timeMs - value.createdAtMs)),
			{
				text: value.state === 'SANDBOX_READY' ? 'Ready' : 'NotReady',
				tone: value.state === 'SANDBOX_READY' ? 'good' : 'dim',
			},
			name(value.pod),
			name(value.namespace),
			plain(String(value.attempt)),
			plain('(default)'),
		],
	})),
});

const startedMs = ({startedAt}: Container): number => (startedAt === undefined ? 0 : Date.parse(startedAt));

/** @see https://github.com/kubernetes-sigs/cri-tools `crictl ps -a` */
export const containerTable = (containers: ReadonlyArray<Kept<Container>>, {wallClockMs}: Moment): Table => ({
	head: ['CONTAINER', 'IMAGE', 'CREATED', 'STATE', 'NAME', 'ATTEMPT', 'POD ID', 'POD', 'NAMESPACE'],
	rows: newestFirst(containers, startedMs).map(({key, id, value}) => ({
		key,
		cells: [
			plain(short(id)),
			plain(imageID(value.imageID)),
			plain(ago(value.startedAt === undefined ? 0 : wallClockMs - startedMs(value))),
			{text: capital(value.state), tone: value.state === 'RUNNING' ? 'good' : 'dim'},
			name(value.name),
			plain(String(value.attempt)),
			plain(short(value.sandbox)),
			name(value.pod),
			name(value.namespace),
		],
	})),
});

/** @see https://github.com/kubernetes-sigs/cri-tools `crictl images` */
export const imageTable = (images: readonly Image[]): Table => ({
	head: ['IMAGE', 'TAG', 'IMAGE ID', 'SIZE'],
	rows: images.map(({names, sizeBytes}) => {
		const digest = names.find((one) => one.includes('@')) ?? '';
		const tagged = names.find((one) => !one.includes('@'));
		const [, repository = digest.replace(/@.*$/, ''), tag = '<none>'] = /^(.+):([^:/]+)$/.exec(tagged ?? '') ?? [];
		return {cells: [name(repository), name(tag), plain(imageID(digest)), plain(sizeText(sizeBytes))]};
	}),
});
