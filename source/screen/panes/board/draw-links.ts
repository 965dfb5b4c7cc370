import {shorten} from '../../paint/text-layout.js';
import {width, type Tone} from '../../paint/text.js';
import type {Arrangement, Placed} from './arrangement.js';
import type {BoxId, Light, Link} from './boxes.js';
import type {Canvas} from './canvas.js';

const tones: Readonly<Record<Light, Tone>> = {idle: 'dim', open: 'plain', lit: 'here'};
const down: Readonly<Record<Light, string>> = {idle: '╎', open: '│', lit: '┃'};
const across: Readonly<Record<Light, string>> = {idle: '╌', open: '─', lit: '━'};

const idle: Omit<Link, 'box'> = {light: 'idle', outward: true, label: ''};

/** The label of a lit line, beside it, if it fits. */
const drawLabel = (canvas: Canvas, column: number, top: number, label: string): void => {
	const right = canvas.columns - column - 2;
	if (label === '') {
		return;
	}

	if (width(label) <= right || right >= column) {
		canvas.text(column + 2, top, `${shorten(label, right)} `, 'here');
	} else {
		const shown = shorten(label, Math.max(5, column - 2));
		canvas.text(column - 1 - width(shown), top, shown, 'here');
	}
};

/** A line down from the apiserver, with its arrow where it ends. */
const drawDown = (
	canvas: Canvas,
	column: number,
	top: number,
	rows: number,
	{light, outward}: Omit<Link, 'box'>,
): void => {
	for (let row = 0; row < rows; row++) {
		const end = outward ? row === rows - 1 : row === 0;
		const head = outward ? '▼' : '▲';
		const mark = light === 'lit' && end ? head : down[light];
		canvas.text(column, top + row, mark, tones[light]);
	}
};

/** Lines across: from the user's file to the apiserver. */
const drawAcross = (
	canvas: Canvas,
	left: number,
	right: number,
	row: number,
	{light, outward}: Omit<Link, 'box'>,
): void => {
	const line = across[light].repeat(Math.max(0, right - left));
	const arrow = outward ? `◀${line.slice(1)}` : `${line.slice(1)}▶`;
	const text = light === 'lit' ? arrow : line;
	canvas.text(left, row, text, tones[light]);
};

const middle = ({place: {left, columns}}: Placed): number => left + Math.floor(columns / 2);

/** Draws the vertical line beside the nodes, and its branches to each of them. */
const drawTrunk = (
	canvas: Canvas,
	{links, trunk, placed}: Arrangement,
	linkOf: (box: BoxId) => Omit<Link, 'box'>,
): void => {
	const nodes = placed.filter(({box}) => box.id.startsWith('node/'));
	const last = nodes.at(-1);
	const lit = nodes.find(({box}) => linkOf(box.id).light === 'lit');
	if (!last) {
		return;
	}

	for (let row = links.top; row <= last.place.top; row++) {
		canvas.text(trunk, row, down.idle, tones.idle);
	}

	for (const node of nodes) {
		const {light} = linkOf(node.box.id);
		canvas.text(trunk, node.place.top, `├${across[light].repeat(node.place.left - trunk - 1)}`, tones[light]);
	}

	if (lit) {
		const {outward} = linkOf(lit.box.id);
		for (let row = links.top; row < lit.place.top; row++) {
			canvas.text(trunk, row, down.lit, tones.lit);
		}

		const line = across.lit.repeat(Math.max(0, lit.place.left - trunk - 2));
		canvas.text(trunk, lit.place.top, outward ? `┗${line}▶` : `┗${line}━`, tones.lit);
		if (!outward) {
			canvas.text(trunk, links.top, '▲', tones.lit);
		}
	}
};

/** Draws all lines of the board; the apiserver's edge has a mark at the beginning of each. */
export const drawLinks = (canvas: Canvas, arrangement: Arrangement, links: readonly Link[]): void => {
	const {placed, trunk} = arrangement;
	const linkOf = (id: BoxId): Omit<Link, 'box'> => links.find(({box}) => box === id) ?? idle;
	const placeOf = (id: BoxId): Placed | undefined => placed.find(({box}) => box.id === id);
	const server = placeOf('apiserver');
	if (!server) {
		return;
	}

	const {top, rows} = arrangement.links;
	const bottom = server.place.top + server.place.rows - 1;
	const mark = server.box.acts ? '┳' : '┬';
	const tone: Tone = server.box.acts ? 'here' : 'dim';
	drawTrunk(canvas, arrangement, linkOf);
	canvas.text(trunk, bottom, mark, tone);
	const hanging = (['etcd', 'scheduler', 'controllers'] as const).flatMap((id) => placeOf(id) ?? []);
	for (const target of hanging) {
		drawDown(canvas, middle(target), top, rows, linkOf(target.box.id));
		canvas.text(middle(target), bottom, mark, tone);
	}

	const network = placeOf('network');
	if (network) {
		const link = linkOf('network');
		const from = network.place.left + network.place.columns - 3;
		const to = server.place.left + 2;
		drawDown(canvas, from, top, rows, {...link, label: ''});
		canvas.text(from + 1, top, across[link.light].repeat(to - from - 1), tones[link.light]);
		canvas.text(to, top, link.light === 'lit' ? '┛' : '┘', tones[link.light]);
		canvas.text(to, bottom, mark, tone);
	}

	const kubectl = placeOf('kubectl');
	if (kubectl) {
		const {left, columns} = kubectl.place;
		drawAcross(canvas, left + columns, server.place.left, kubectl.place.top + 1, linkOf('kubectl'));
		const file = linkOf('file');
		if (file.light === 'lit') {
			canvas.text(left + columns - 3, kubectl.place.top, '▼', tones.lit);
		}
	}

	const lit = links.find(({light}) => light === 'lit');
	const end = hanging.find(({box}) => box.id === lit?.box);
	if (lit && lit.box !== 'kubectl' && lit.box !== 'file') {
		const alone = lit.box === 'network' ? server.place.left + 2 : trunk;
		const column = end ? middle(end) : alone;
		drawLabel(canvas, column, top + rows - 1, lit.label);
	}
};
