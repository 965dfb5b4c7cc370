import test from 'ava';
import fc from 'fast-check';
import {press} from '../../screen/actions/press.js';
import {width as columnsOf} from '../../screen/paint/text.js';
import {raceEnd, raceRows, raceTitle} from '../../screen/panes/race-rows.js';
import {walkParts, walkRows} from '../../screen/panes/walk-rows.js';
import {walkOf} from '../../screen/state/packet.js';
import {raceOf} from '../../screen/state/race.js';
import {stopOf, type State} from '../../screen/state/state.js';
import {wordsOf} from '../../screen/words/words.js';
import {must} from '../../testing/must.js';
import {raced} from '../../testing/raced.js';
import {bottom, right} from './geometry.js';
import type {Mark} from './mark.js';
import {racePlaces, raceSentences, type RaceScene} from './race-marks.js';
import {walkPlaces, walkSentences} from './walk-marks.js';

const shown = press(press(raced(), '8'), 'T');
const race = must(raceOf(shown.recording, must(shown.network.subject, 'subject')), 'race');
const char = 7;
const row = 20;
/** The columns of a terminal in a pane of a page: its texts are a little larger than those of drawings. */
const columnsIn = (width: number): number => Math.floor((width * 0.92) / char);

const sceneAt = (state: State, width: number): RaceScene => ({
	race,
	nowMs: must(stopOf(state), 'stop').timeMs - race.startMs,
	title: raceTitle(state, race, columnsIn(width)),
	end: raceEnd(state, race, columnsIn(width)),
	words: wordsOf(state).panes.race,
	requestWords: ({step}) => `step ${step}`,
});

const isWithin = (mark: Mark, width: number, height: number): boolean => {
	switch (mark.is) {
		case 'text': {
			const wide = mark.parts.reduce((sum, {text}) => sum + columnsOf(text), 0) * char;
			const left = mark.role === 'end' ? mark.x - wide : mark.x;
			return mark.role === 'number' || (left >= 0 && left + wide <= width && mark.y <= height);
		}

		case 'stroke': {
			return mark.points.every(({x, y}) => x >= 0 && x <= width && y >= 0 && y <= height);
		}

		case 'dot': {
			return mark.x - mark.radius >= 0 && mark.x + mark.radius <= width && mark.y + mark.radius <= height;
		}

		default: {
			return mark.area.width >= 0 && right(mark.area) <= width && bottom(mark.area) <= height;
		}
	}
};

const sizes = fc.record({
	width: fc.integer({min: 360, max: 1600}),
	height: fc.integer({min: 200, max: 900}),
	cursor: fc.integer({min: 0, max: shown.recording.stops.length - 1}),
});

test('a race of any size lies within its drawing, and is as high as its pane where the rows of a terminal fit', (t) => {
	fc.assert(
		fc.property(sizes, ({width, height, cursor}) => {
			const state = {...shown, cursor};
			const {marks, height: high, now} = racePlaces(sceneAt(state, width), {width, height, char, row});
			for (const mark of marks) {
				t.true(isWithin(mark, width, high + 0.01), `${width}: ${JSON.stringify(mark)}`);
			}

			t.true(now.x >= 0 && now.x <= width && now.bottom <= high);
			if (raceRows(state, columnsIn(width)).length * row <= height) {
				t.true(high <= height + 0.01, `${high} of ${height}`);
			}
		}),
		{numRuns: 60},
	);
});

test('the strips of a race are at its times, and each request leads to the step that sent it', (t) => {
	const {marks, now} = racePlaces(sceneAt({...shown, cursor: race.subject.step}, 1000), {
		width: 1000,
		height: 500,
		char,
		row,
	});
	const values = marks.flatMap((mark) =>
		mark.is === 'text' && (mark.role === 'value' || mark.role === 'end') ? mark : [],
	);
	const xOf = (text: string): number =>
		must(
			values.find(({parts}) => parts[0]?.text === text),
			text,
		).x;
	t.is(xOf(`${race.publishedMs} ms`) - 10 > now.x, true);
	for (const {actedMs} of race.consumers) {
		t.true(xOf(`${actedMs} ms`) > xOf(`${race.publishedMs} ms`));
	}

	const steps = new Set(marks.flatMap((mark) => (mark.is === 'hit' ? mark.step : [])));
	const lost = race.requests.filter(({end}) => end && end.result !== 'answered');
	t.true(lost.length > 0 && lost.every(({step}) => steps.has(step)));
	const crosses = marks.filter((mark) => mark.is === 'dot' && mark.shape === 'cross' && mark.radius === 4);
	t.is(crosses.length, lost.length);
});

test('a race says in words what each component learns and when, and how many requests are lost', (t) => {
	const words = raceSentences(sceneAt(shown, 1000));
	const all = words.join('\n');
	for (const {name, actedMs} of race.consumers) {
		t.true(words.includes(`${name}: still sends, ${actedMs} ms`), all);
	}

	t.regex(all, /kubelet: SIGQUIT \d+ ms → exit \d+ ms → gone \d+ ms/);
	t.regex(all, /requests: \d+, \d+ of \d+ lost/);
});

test('a walk of any size lies within its drawing; its packet passes every hop, and its words are those of the rows', (t) => {
	const request = must(
		race.requests.find(({end}) => end && end.result !== 'answered'),
		'a lost request',
	);
	const state: State = {...shown, network: {...shown.network, part: 'walk', walk: {request: request.step}}};
	const found = walkOf(state);
	const walk = must(found.case === 'walk' ? found.walk : undefined, 'walk');
	const words = wordsOf(state).panes.walk;
	t.false(walk.arrives);
	fc.assert(
		fc.property(sizes, fc.boolean(), ({width, height}, whole) => {
			const parts = walkParts(walk, columnsIn(width), whole, words);
			const {marks, way, height: high} = walkPlaces(walk, parts, {width, height, char, row});
			for (const mark of marks) {
				t.true(isWithin(mark, width, high), `${width}: ${JSON.stringify(mark)}`);
			}

			t.is(way.length, walk.hops.length);
			t.true(way.every(({y}, index) => y > (way[index - 1]?.y ?? 0)));
			t.is(
				marks.filter((mark) => mark.is === 'text' && mark.role === undefined).length,
				walkRows(walk, columnsIn(width), whole, words).length,
			);
		}),
		{numRuns: 40},
	);
	const sentences = walkSentences(walk, walkParts(walk, 100, false, words));
	t.is(sentences.length, walk.hops.length + 1);
	t.regex(must(sentences.at(-1), 'end'), /✗ lost at /);
});
