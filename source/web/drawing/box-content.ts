import {fitRow, shownRows} from '../../screen/panes/board/draw-boxes.js';
import type {Box, BoxPod, BoxRoutes} from '../../screen/panes/board/boxes.js';
import {plainText, width, type Line, type Segment, type Tone} from '../../screen/paint/text.js';
import {shorten} from '../../screen/paint/text-layout.js';
import type {Area} from './geometry.js';
import type {DotShape, Mark} from './mark.js';

/** The height of a row of text, and the first base line below the upper edge of a box, in pixels. */
const rowHeight = 18;
const titleLine = 19;
const firstLine = 39;
/** A box of so much height has room for its role. */
const roleFrom = 104;
/** The free sides of a box, in pixels. */
const sideOf = ({width: wide}: Area): number => (wide < 110 ? 7 : 10);

const failed = /Err|Crash|BackOff|Failed|Evicted|OOM|Error|Unknown/;

/** The shape of a Pod's state, so that colour is not its only sign. */
const podShape = ({tone, phase}: BoxPod): DotShape => {
	if (tone === 'good' || tone === 'dim') {
		return 'disc';
	}

	if (failed.test(phase)) {
		return 'cross';
	}

	return 'ring';
};

const podTone = (pod: BoxPod): Tone => (podShape(pod) === 'cross' ? 'bad' : pod.tone);

/** The steps of a chain over several rows; if not all fit, those around the active step. */
const chainRows = (flow: readonly Segment[], columns: number, room: number): ReadonlyArray<readonly Segment[]> => {
	const rows: Segment[][] = [];
	let used = columns + 1;
	for (const step of flow) {
		const size = width(step.text) + 3;
		if (used + size - 1 > columns) {
			rows.push([]);
			used = 0;
		}

		rows.at(-1)?.push(step);
		used += size;
	}

	const at = rows.findLastIndex((row) => row.some(({text}) => /[●✗✓]/.test(text)));
	const first = Math.max(0, Math.min(at, rows.length - room));
	return rows.slice(first, first + Math.max(0, room));
};

/** Room within a box, from a base line on. */
interface Room {
	readonly area: Area;
	/** The width of a character. */
	readonly char: number;
	/** The lower end of the drawable area. */
	readonly end: number;
}

const columnsOf = ({area, char}: Room): number => Math.max(1, Math.floor((area.width - sideOf(area) * 2) / char));

const chainMarks = (
	flow: readonly Segment[],
	y: number,
	room: Room,
): {readonly marks: readonly Mark[]; readonly y: number} => {
	const step = 23;
	const side = sideOf(room.area);
	const rows = chainRows(flow, columnsOf(room), Math.floor((room.end - y + step - 1) / step));
	const marks = rows.flatMap((row, index): readonly Mark[] => {
		let x = room.area.left + side;
		return row.flatMap((part): readonly Mark[] => {
			const wide = (width(part.text) + 1.6) * room.char;
			const at = y + index * step;
			const made: readonly Mark[] = [
				{is: 'pill', area: {left: x, top: at - 14, width: wide, height: 19}, tone: part.tone},
				{is: 'text', x: x + room.char * 0.8, y: at, parts: [part]},
			];
			x += wide + room.char * 0.7;
			return made;
		});
	});
	return {marks, y: y + rows.length * step};
};

const podRow = (pod: BoxPod, y: number, room: Room): readonly Mark[] => {
	const {left, width: wide} = room.area;
	const side = sideOf(room.area);
	const columns = columnsOf(room) - 3;
	const parts = fitRow(
		[
			{text: pod.name, tone: pod.followed ? 'here' : 'plain'},
			{
				text: ` ${pod.ready} ${pod.phase}`,
				tone: podTone(pod),
				short: [` ${pod.phase === 'Running' ? pod.ready : pod.phase}`, ` ${pod.ready}`],
			},
		],
		columns,
	);
	return [
		{
			is: 'pill',
			area: {left: left + side - 4, top: y - 13.5, width: wide - side * 2 + 8, height: 18},
			tone: pod.followed ? 'here' : 'plain',
		},
		{is: 'dot', x: left + side + 5, y: y - 4.5, radius: 4, shape: podShape(pod), tone: podTone(pod)},
		{is: 'text', x: left + side + 15, y, parts},
	];
};

/** Pods: a row for each, or, where there are more than rows, the followed one and a dot for each. */
const podMarks = (pods: readonly BoxPod[], y: number, room: Room): readonly Mark[] => {
	const step = 21;
	const rows = Math.floor((room.end - y) / step) + 1;
	if (pods.length <= rows) {
		return pods.flatMap((pod, index) => podRow(pod, y + index * step, room));
	}

	if (rows < 1) {
		return [];
	}

	const side = sideOf(room.area);
	const followed = rows > 1 ? pods.filter((pod) => pod.followed).slice(0, 1) : [];
	const from = y + followed.length * step;
	const gap = 12;
	const across = Math.max(1, Math.floor((room.area.width - side * 2) / gap));
	const most = across * Math.max(1, Math.floor((room.end - from + 8) / gap));
	const dots = pods.slice(0, pods.length > most ? most - 1 : most);
	return [
		...followed.flatMap((pod) => podRow(pod, y, room)),
		...dots.map((pod, index): Mark => ({
			is: 'dot',
			x: room.area.left + side + 4 + (index % across) * gap,
			y: from - 5 + Math.floor(index / across) * gap,
			radius: 4,
			shape: podShape(pod),
			tone: podTone(pod),
		})),
	];
};

/** The endpoints of a Service as columns, and a row for each component that routes to them: a disc where it uses one as it should. */
const routeMarks = ({endpoints, consumers}: BoxRoutes, y: number, room: Room): readonly Mark[] => {
	const step = 16;
	const gap = 13;
	const side = sideOf(room.area);
	const columns = columnsOf(room);
	const shown = endpoints.slice(0, Math.max(1, Math.floor((columns * room.char) / gap / 2.5)));
	const rows: ReadonlyArray<{readonly name: string; readonly uses: readonly boolean[]; readonly own: boolean}> = [
		{name: 'EndpointSlice', uses: endpoints.map(({ready}) => ready), own: true},
		...consumers.map(({name, uses}) => ({name: name.replace('kube-proxy ', 'rules '), uses, own: false})),
	];
	const left = room.area.left + room.area.width - side - shown.length * gap;
	const nameColumns = Math.floor((left - room.area.left - side) / room.char) - 1;
	return endpoints.length === 0
		? []
		: rows
				.slice(0, Math.max(0, Math.floor((room.end - y) / step) + 1))
				.flatMap(({name, uses, own}, row): readonly Mark[] => [
					{
						is: 'text',
						x: room.area.left + side,
						y: y + row * step,
						parts: [{text: shorten(name, nameColumns), tone: own ? 'plain' : 'dim'}],
					},
					...shown.map(({ready}, index): Mark => {
						const used = uses[index] ?? false;
						const settled = used ? 'good' : 'dim';
						return {
							is: 'dot',
							x: left + index * gap + gap / 2,
							y: y + row * step - 4.5,
							radius: 4,
							shape: used ? 'disc' : 'ring',
							tone: used === ready ? settled : 'warn',
						};
					}),
				]);
};

/** Between two texts of a note. */
const gap: Segment = {text: '  ', tone: 'plain'};

const inset = (parts: Line, x: number, y: number): Mark => ({is: 'text', x, y, parts});

/** The parts of a row that fit: the last ones are dropped first, since the first has the most information. */
const clipped = (parts: Line, columns: number): Line => {
	let left = columns;
	return parts.flatMap((part): readonly Segment[] => {
		const text = left > 0 ? shorten(part.text, left) : '';
		left -= width(text);
		return text === '' ? [] : [{...part, text}];
	});
};

/** Marks at the beginning of a row are drawn at the edge in a terminal; a box of a drawing has no such column. */
const withoutIndent = (parts: Line): Line => {
	const [first, ...rest] = parts;
	if (!first) {
		return parts;
	}

	if (first.text.trim() === '') {
		return rest;
	}

	return [{...first, text: first.text.trimStart()}, ...rest];
};

/**
The contents of a box as marks: its title and note, the chain, its rows, its Pods, its routes.

@param char the width of a character of its texts, in pixels
*/
export const boxMarks = (box: Box, area: Area, char: number): readonly Mark[] => {
	const {holds} = box;
	const room: Room = {area, char, end: area.top + area.height - (holds ? 14 : 8)};
	const side = sideOf(area);
	const x = area.left + side;
	const columns = columnsOf(room);
	// Titles have a narrower font.
	const titleColumns = Math.floor(columns * 1.06);
	const pods = box.pods ?? [];
	// The work of a node's kubelet is shown beside the node's name: its Pods get the rows.
	const main = pods.length > 0 ? box.rows.toSorted((a, b) => b.weight - a.weight)[0] : undefined;
	const count: Line = box.note === undefined ? [] : [{text: box.note, tone: 'dim'}];
	const aside = [...(main ? withoutIndent(main.parts) : []), ...(main && count.length > 0 ? [gap] : []), ...count];
	const note = [aside, main ? withoutIndent(main.parts) : [], count].find(
		(parts) => columns > width(box.title) + width(plainText(parts)) + 1,
	);
	const noted = width(plainText(note ?? []));
	const title = width(box.title) > titleColumns - noted && box.short !== undefined ? box.short : box.title;
	const marks: Mark[] = [
		{
			is: 'text',
			x,
			y: area.top + titleLine,
			parts: [{text: shorten(title, Math.max(3, titleColumns - noted)), tone: box.acts ? 'here' : 'title'}],
			role: 'title',
		},
	];
	if (note) {
		marks.push({is: 'text', x: area.left + area.width - side, y: area.top + titleLine, parts: note, role: 'note'});
	}

	let y = area.top + firstLine;
	const roomRows = (): number => Math.max(0, Math.floor((room.end - y) / rowHeight) + 1);
	const role =
		area.height >= roleFrom && pods.length === 0 ? box.role?.find((words) => width(words) <= columns) : undefined;
	const isSaid = box.rows.some(({parts}) => parts.some(({text}) => box.role?.includes(text)));
	if (role !== undefined && !isSaid) {
		marks.push(inset([{text: role, tone: 'dim'}], x, y));
		y += rowHeight + 2;
	}

	// The token hangs at the box: its name there would appear twice.
	const head = (box.head ?? []).filter(({text}) => !text.startsWith('▣'));
	if (head.length > 0 && roomRows() > 0) {
		marks.push(inset(clipped(fitRow(head, columns), columns), x, y));
		y += rowHeight + 4;
	}

	if (box.flow.length > 0) {
		const chain = chainMarks(box.flow, y, room);
		marks.push(...chain.marks);
		({y} = chain);
	}

	const isAside = main !== undefined && note !== undefined && note !== count;
	const below = isAside ? box.rows.filter((row) => row !== main) : box.rows;
	const rows = shownRows(below, Math.max(0, roomRows() - pods.length));
	for (const {parts} of rows) {
		marks.push(inset(clipped(fitRow(withoutIndent(parts), columns), columns), x, y));
		y += rowHeight;
	}

	marks.push(...podMarks(pods, y + 2, room), ...(box.routes ? routeMarks(box.routes, y + 2, room) : []));
	return marks;
};
