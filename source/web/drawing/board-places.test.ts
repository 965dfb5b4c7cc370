import test from 'ava';
import fc from 'fast-check';
import type {Box} from '../../screen/panes/board/boxes.js';
import {boardOf} from '../../screen/panes/board/model.js';
import {width} from '../../screen/paint/text.js';
import {stateOn} from '../../testing/screens.js';
import {must} from '../../testing/must.js';
import {boardPlaces} from './board-places.js';
import {boxMarks} from './box-content.js';
import {bottom, right, type Area, type Point} from './geometry.js';
import {restAt, tokenWay} from './token-way.js';

const shop = stateOn('shop');
const {stops} = shop.recording;

const boxesAt = (cursor: number, nodes: number): readonly Box[] => {
	const {boxes} = boardOf({...shop, cursor});
	const node = must(
		boxes.find(({id}) => id.startsWith('node/')),
		'a node',
	);
	return [
		...boxes.filter(({id}) => !id.startsWith('node/')),
		...Array.from({length: nodes}, (_, index): Box => ({...node, id: `node/node-${index}`, title: `node-${index}`})),
	];
};

const sizes = fc.record({
	width: fc.integer({min: 320, max: 1600}),
	height: fc.integer({min: 280, max: 700}),
	nodes: fc.integer({min: 1, max: 40}),
	cursor: fc.integer({min: shop.start, max: stops.length - 1}),
});

const overlap = (one: Area, other: Area): boolean =>
	one.left < right(other) && other.left < right(one) && one.top < bottom(other) && other.top < bottom(one);

const onEdge = ({x, y}: Point, area: Area): boolean =>
	(Math.abs(x - area.left) < 0.01 || Math.abs(x - right(area)) < 0.01
		? y >= area.top && y <= bottom(area)
		: Math.abs(y - area.top) < 0.01 || Math.abs(y - bottom(area)) < 0.01) &&
	x >= area.left - 0.01 &&
	x <= right(area) + 0.01;

test('in a drawing of any size, boxes lie within it and do not overlap, and each line ends at its box', (t) => {
	fc.assert(
		fc.property(sizes, ({width: wide, height, nodes, cursor}) => {
			const {boxes, wires, folded} = boardPlaces(boxesAt(cursor, nodes), wide, height);
			t.is(boxes.filter(({box}) => box.id.startsWith('node/')).length + folded, nodes);
			t.true(boxes.some(({box}) => box.id.startsWith('node/')));
			for (const [index, {box, area}] of boxes.entries()) {
				t.true(area.left >= 0 && right(area) <= wide + 0.01 && area.top >= 0 && bottom(area) <= height + 0.01, box.id);
				t.true(area.width > 40 && area.height > 20, `${box.id} is ${area.width} × ${area.height}`);
				for (const other of boxes.slice(index + 1)) {
					t.false(overlap(area, other.area), `${box.id} and ${other.box.id}`);
				}

				const line = wires.find((one) => one.box === box.id);
				t.is(line === undefined, box.id === 'apiserver', box.id);
				if (line) {
					t.true(onEdge(must(line.points.at(-1), 'an end'), area), box.id);
					const from = must(
						boxes.find((one) => one.box.id === (box.id === 'file' ? 'kubectl' : 'apiserver')),
						'its beginning',
					);
					t.true(onEdge(must(line.points[0], 'a beginning'), from.area), box.id);
				}
			}
		}),
		{numRuns: 60},
	);
});

test('texts, Pods and dots of a box lie within it', (t) => {
	const char = 7;
	fc.assert(
		fc.property(sizes, ({width: wide, height, nodes, cursor}) => {
			for (const {box, area} of boardPlaces(boxesAt(cursor, nodes), wide, height).boxes) {
				for (const mark of boxMarks(box, area, char)) {
					if (mark.is === 'pill') {
						t.true(mark.area.top >= area.top && bottom(mark.area) <= bottom(area), box.id);
						t.true(mark.area.left >= area.left && right(mark.area) <= right(area), box.id);
					} else if (mark.is === 'dot') {
						t.true(mark.x - mark.radius >= area.left && mark.x + mark.radius <= right(area), box.id);
						t.true(mark.y + mark.radius <= bottom(area), box.id);
					} else if (mark.is === 'text') {
						const columns = mark.parts.reduce((sum, {text}) => sum + width(text), 0);
						const end = mark.role === undefined ? mark.x + columns * char : mark.x;
						t.true(mark.y <= bottom(area) && end <= right(area), `${box.id} ${JSON.stringify(mark)}`);
					}
				}
			}
		}),
		{numRuns: 60},
	);
});

test('the token moves from where it rests to where it rests, and only along lines and the edges of the apiserver', (t) => {
	fc.assert(
		fc.property(sizes, fc.nat(), fc.nat(), ({width: wide, height, nodes, cursor}, one, other) => {
			const places = boardPlaces(boxesAt(cursor, nodes), wide, height);
			const [from, to] = [places.boxes[one % places.boxes.length], places.boxes[other % places.boxes.length]];
			if (!from || !to || from === to) {
				return;
			}

			const way = tokenWay(places, from.box.id, to.box.id, 60);
			t.deepEqual(way[0], restAt(from.area, 60));
			t.deepEqual(way.at(-1), restAt(to.area, 60));
			const known = new Set(places.wires.flatMap(({points}) => points.map(({x, y}) => `${x} ${y}`)));
			const server = must(
				places.boxes.find(({box}) => box.id === 'apiserver'),
				'the apiserver',
			);
			for (const point of way.slice(1, -1)) {
				t.true(known.has(`${point.x} ${point.y}`) || onEdge(point, server.area), JSON.stringify(point));
			}
		}),
		{numRuns: 100},
	);
});

test('from the file to kubectl the token does not pass the apiserver, and to the scheduler it passes kubectl', (t) => {
	const places = boardPlaces(boxesAt(shop.start, 2), 1200, 400);
	const area = (id: string): Area => must(places.boxes.find(({box}) => box.id === id)?.area, id);
	const server = area('apiserver');
	t.true(tokenWay(places, 'file', 'kubectl', 60).every(({x}) => x < server.left));
	const far = tokenWay(places, 'file', 'scheduler', 60);
	t.true(far.some(({x}) => x === right(area('kubectl'))));
	t.true(far.some(({x, y}) => x === server.left && y === bottom(server)));
	t.deepEqual(tokenWay(places, 'file', 'node/none', 60), []);
});

test('the token leaves the title of a low box visible', (t) => {
	const high = {left: 20, top: 0, width: 180, height: 60};
	t.is(restAt(high, 100).x, 20 + 10 + 50);
	t.is(restAt({...high, height: 28}, 100).x, 20 + 180 - 10 - 50);
	// A token as wide as its box has one place.
	t.is(restAt({...high, height: 28}, 180).x, restAt(high, 180).x);
});
