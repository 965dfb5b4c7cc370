import test from 'ava';
import {recordShop} from '../testing/shop.js';
import {
	addBreakpoint,
	emptySession,
	moveWithBreakpoints,
	proceed,
	removeBreakpoint,
	toggleBreakpoint,
	type Session,
} from './session.js';

const shop = () => recordShop('bread', 'cake', 'bun');
const withBreakpoints = (...lines: readonly string[]): Session =>
	lines.reduce((session, line) => addBreakpoint(session, line), emptySession);

/** The steps at which repeated continuing stops, until an edge. */
const tour = (session: Session, from: number, direction: 1 | -1) => {
	const recording = shop();
	const steps: Array<number | string> = [];
	for (let at = from; ;) {
		const found = proceed(recording, session, at, direction);
		session = found.session;
		if (!found.stop) {
			return {steps: [...steps, found.edge ?? ''], session};
		}

		at = found.stop.step;
		steps.push(at);
	}
};

test('continue stops at each breakpoint, forwards and backwards at the same steps', (t) => {
	const session = withBreakpoints('bakery.bake', 'book.close');
	t.deepEqual(tour(session, -1, 1).steps, [2, 4, 7, 9, 12, 14, 'rest']);
	t.deepEqual(tour(session, 15, -1).steps, [14, 12, 9, 7, 4, 2, 'start']);
});

test('without a breakpoint continue goes on to where the run rests', (t) => {
	t.deepEqual(tour(emptySession, 0, 1).steps, ['rest']);
});

test('a hit count stops only at the n-th time, in whichever direction it is met', (t) => {
	const session = withBreakpoints('bakery.bake hits=2');
	t.deepEqual(tour(session, -1, 1).steps, [9, 'rest']);
	t.deepEqual(tour(session, 15, -1).steps, [9, 'start']);
});

test('hits count from where the breakpoint begins to count', (t) => {
	t.deepEqual(tour(addBreakpoint(emptySession, 'bakery.bake hits=2', 5), -1, 1).steps, [14, 'rest']);
});

test('a temporary breakpoint goes when it was met', (t) => {
	const {steps, session} = tour(withBreakpoints('bakery.bake once'), -1, 1);
	t.deepEqual(steps, [4, 'rest']);
	t.deepEqual(session.breakpoints, []);
});

test('a logpoint writes and does not stop', (t) => {
	const {steps, session} = tour(withBreakpoints('bakery.bake log="{object.metadata.name}"'), -1, 1);
	t.deepEqual(steps, ['rest']);
	t.deepEqual(session.log, [
		{step: 4, text: 'bread'},
		{step: 9, text: 'cake'},
		{step: 14, text: 'bun'},
	]);
});

test('a breakpoint that is off does not stop; it can be switched on, named and removed', (t) => {
	const session = withBreakpoints('bakery.bake name=oven', 'book.close');
	t.is(session.breakpoints[0]?.name, 'oven');
	const off = toggleBreakpoint(session, 1);
	t.deepEqual(tour(off, -1, 1).steps, [2, 7, 12, 'rest']);
	t.deepEqual(tour(toggleBreakpoint(off, 1), -1, 1).steps, [2, 4, 7, 9, 12, 14, 'rest']);
	t.deepEqual(tour(removeBreakpoint(off, 2), -1, 1).steps, ['rest']);
	t.deepEqual(
		addBreakpoint(removeBreakpoint(session, 1), 'clock').breakpoints.map(({id}) => id),
		[2, 3],
	);
});

test('a motion that skips something stops where it is broken into', (t) => {
	const recording = shop();
	t.is(moveWithBreakpoints(recording, emptySession, 5, 'over', 1).stop?.step, 10);
	const found = moveWithBreakpoints(recording, withBreakpoints('book.close once'), 5, 'over', 1);
	t.is(found.stop?.step, 7);
	t.deepEqual(found.session.breakpoints, []);
	t.is(moveWithBreakpoints(recording, withBreakpoints('bakery.bake'), 5, 'over', -1).stop?.step, 4);
});

test('a motion passes logpoints on its way, and each writes', (t) => {
	const found = moveWithBreakpoints(shop(), withBreakpoints('book log="{stop.stage}"'), 5, 'over', 1);
	t.is(found.stop?.step, 10);
	t.deepEqual(
		found.session.log.map(({text}) => text),
		['book.write', 'book.close'],
	);
});

test('counting how often a breakpoint was met looks at each stop once', (t) => {
	const recording = recordShop(...Array.from({length: 300}, (_, index) => `order${index}`));
	const session = withBreakpoints(`stage=** hits=${recording.stops.length}`);
	const found = proceed(recording, session, -1, 1);
	t.is(found.stop?.step, recording.stops.length - 1);
});
