import type {Area} from '../../stages/areas.js';
import {isCalm} from '../state/calm.js';
import type {State} from '../state/state.js';
import {shorten} from '../paint/text-layout.js';
import {width, type Line, type Segment, type Tone} from '../paint/text.js';
import type {BoxId, Link} from './board/boxes.js';
import {boardOf} from './board/model.js';
import type {Token} from './board/token.js';
import {mapCells} from './pipeline-map.js';

/** The component of the map for a box of the board. */
export const areaOfBox = (box: BoxId): Area => {
	switch (box) {
		case 'file':
		case 'kubectl': {
			return 'kubectl';
		}

		case 'network': {
			return 'net';
		}

		case 'apiserver':
		case 'etcd':
		case 'scheduler':
		case 'controllers': {
			return box;
		}

		default: {
			return 'kubelet';
		}
	}
};

/** A text at a column of a row. */
interface Piece {
	readonly from: number;
	readonly text: string;
	readonly tone: Tone;
}

const endOf = ({from, text}: Piece): number => from + width(text);

/** `▣ pod/web` and, on a node, the node; `✗ pod/web` after its deletion. */
export const tokenText = ({label, place}: Token, columns: number): string => {
	const node = place?.startsWith('node/') ? ` ${shorten(place.slice('node/'.length), 12)}` : '';
	return place === undefined
		? `✗ ${shorten(label, columns - 2)}`
		: `▣ ${shorten(label, columns - width(node) - 2)}${node}`;
};

/**
The line of a message from one component to another, around the token, with its head as close to the receiver as the token allows.

@param from the sender's column

@param to the receiver's column
*/
const arrow = (from: number, to: number, token: Piece): readonly Piece[] => {
	const left = Math.min(from, to);
	const right = Math.max(from, to);
	const spans = [
		[left, Math.min(right, token.from - 2)],
		[Math.max(left, endOf(token) + 1), right],
	].filter(([begin = 0, end = 0]) => end >= begin);
	return spans.map(([begin = 0, end = 0], index): Piece => {
		const dashes = '━'.repeat(end - begin);
		const isHead = index === (from < to ? spans.length - 1 : 0);
		const tip = from < to ? '▶' : '◀';
		const head = isHead ? tip : '━';
		return {from: begin, text: from < to ? `${dashes}${head}` : `${head}${dashes}`, tone: 'here'};
	});
};

/** The components at the ends of a lit line: one is the apiserver, or kubectl and the file. */
const endsOf = ({box, outward}: Link): readonly [from: Area, to: Area] => {
	const area = areaOfBox(box);
	return outward ? ['apiserver', area] : [area, box === 'file' ? 'kubectl' : 'apiserver'];
};

/** Pieces from left to right in one row; a piece that would overlap the previous one is left out. */
const rowOf = (pieces: readonly Piece[], columns: number): Line => {
	const row: Segment[] = [];
	let used = 0;
	for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
		if (piece.from >= used && endOf(piece) <= columns) {
			row.push({text: ' '.repeat(piece.from - used), tone: 'plain'}, {text: piece.text, tone: piece.tone});
			used = endOf(piece);
		}
	}

	return row;
};

/** A label that does not repeat the name of the token. */
const withoutName = (label: string, name: string): string =>
	label.startsWith(`${name} `) ? label.slice(name.length + 1) : label;

/**
The followed object below the map: `▣ pod/web` under the component where it is, and the message that arrives at this stop. Empty before the
user's first action.
*/
export const mapToken = (state: State, columns: number): Line | undefined => {
	const {token, links} = boardOf(state);
	if (!token || isCalm(state)) {
		return undefined;
	}

	const cells = mapCells(state, columns);
	const columnOf = (area: Area): number => cells.find((cell) => cell.area === area)?.from ?? 1;
	const text = tokenText(token, Math.floor(columns / 2));
	const at: Piece = {
		from: Math.max(
			1,
			Math.min(columnOf(token.place === undefined ? 'etcd' : areaOfBox(token.place)), columns - width(text) - 1),
		),
		text,
		tone: token.place === undefined ? 'dim' : 'here',
	};
	const lit = links.find(({light}) => light === 'lit');
	const [from, to] = lit ? endsOf(lit) : [];
	const line = from === undefined || to === undefined || from === to ? [] : arrow(columnOf(from), columnOf(to), at);
	const label: Piece[] = lit
		? [
				{
					from: Math.max(endOf(at), ...line.map((piece) => endOf(piece))) + 1,
					text: withoutName(lit.label, token.label),
					tone: 'dim',
				},
			]
		: [];
	return rowOf([at, ...line, ...label], columns);
};
