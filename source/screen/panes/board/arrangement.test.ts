import fc from 'fast-check';
import test from 'ava';
import {stateOn} from '../../../testing/screens.js';
import {plainText, width} from '../../paint/text.js';
import {arrange, smallest} from './arrangement.js';
import {boardView} from './board-view.js';
import type {Box, BoxId} from './boxes.js';
import {boardOf} from './model.js';

const pod = stateOn('pod', ['G']);
const {boxes} = boardOf(pod);

const node = (name: string, fields: Partial<Box> = {}): Box => ({
	id: `node/${name}`,
	title: name,
	note: '0 Pods',
	acts: false,
	holds: false,
	flow: [],
	rows: [],
	inside: {view: 'cluster'},
	...fields,
});

test('no box lies outside the board or over another, at any size', (t) => {
	fc.assert(
		fc.property(
			fc.integer({min: smallest.columns, max: 260}),
			fc.integer({min: smallest.rows, max: 60}),
			(columns, height) => {
				const {placed, folded} = arrange(boxes, columns, height);
				t.is(placed.length + folded, 10);
				for (const {place, box} of placed) {
					t.true(place.left >= 0 && place.left + place.columns <= columns, `${box.id} in ${columns}`);
					t.true(place.top >= 0 && place.top + place.rows <= height, `${box.id} in ${height} rows`);
					for (const other of placed) {
						const apart =
							other.box === box ||
							other.place.left >= place.left + place.columns ||
							place.left >= other.place.left + other.place.columns ||
							// Boxes of a stack share an edge.
							other.place.top >= place.top + place.rows - 1 ||
							place.top >= other.place.top + other.place.rows - 1;
						t.true(apart, `${box.id} and ${other.box.id} in ${columns}×${height}`);
					}
				}
			},
		),
		{numRuns: 60},
	);
});

test('of many nodes those are shown that matter here, in their order; the others are counted', (t) => {
	const names = Array.from({length: 20}, (_, index) => `node-${String(index).padStart(2, '0')}`);
	const nodes = names.map((name, index) =>
		node(name, index === 17 ? {acts: true} : index === 12 ? {note: '2 Pods'} : {}),
	);
	const {placed, folded} = arrange([...boxes.filter(({id}) => !id.startsWith('node/')), ...nodes], 80, 14);
	const shown = placed.map(({box}) => box.id).filter((id): id is BoxId => id.startsWith('node/'));
	t.deepEqual(shown, ['node/node-12', 'node/node-17']);
	t.is(folded, 18);
});

test('the board has exactly the rows that it is given, none wider than the screen', (t) => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 220}),
			fc.integer({min: 1, max: 60}),
			fc.nat(pod.recording.stops.length - 1),
			(columns, height, cursor) => {
				const rows = boardView({...pod, cursor}, columns, height);
				t.is(rows.length, height);
				for (const row of columns < 24 ? [] : rows) {
					t.true(width(plainText(row)) <= columns, `${columns}: ${plainText(row)}`);
				}
			},
		),
		{numRuns: 60},
	);
});
