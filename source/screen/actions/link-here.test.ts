import test from 'ava';
import {createCluster, type Input} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import {findLesson} from '../../classroom/course.js';
import {findDrill} from '../../classroom/drills/drills.js';
import {LessonRun} from '../../classroom/player.js';
import {completeScenario, type Scenario} from '../../scenario/scenario.js';
import {stateOn, typed} from '../../testing/screens.js';
import type {PageLink} from '../page-link.js';
import type {Services} from '../state/parts.js';
import {initialState} from '../state/initial-state.js';
import {lessonOpened} from './lesson-actions.js';
import {linkHere} from './link-here.js';

/** Services that note the places of links, and where they are given. */
const noting = (address: string | undefined) => {
	const places: Array<PageLink & {readonly carriesRun: boolean}> = [];
	const given: Array<readonly [address: string, file?: string]> = [];
	const services: Services = {
		links: {
			address(place, run) {
				places.push({...place, carriesRun: run !== undefined});
				return address;
			},
			give: (...words) => given.push(words),
		},
	};
	return {places, given, services};
};

test('the link to a stop of a run names the stop and carries the run; it is printed when the user leaves', (t) => {
	const {places, given, services} = noting('#run=abc&stop=1');
	const state = stateOn('pod', [':link'], services);
	t.deepEqual(places, [{stop: state.cursor, language: 'en', carriesRun: true}]);
	t.deepEqual(given, [['#run=abc&stop=1', undefined]]);
	t.is(
		state.message,
		'#run=abc&stop=1; it is printed when you leave; put the address of a web page before it: k8s-walkthrough web serves one',
	);
});

test('a link to a page says nothing of another one; a long one is not shown, and a file takes it', (t) => {
	const whole = noting('https://example.org/kw/#lesson=1');
	t.is(
		stateOn('pod', [':link'], whole.services).message,
		'https://example.org/kw/#lesson=1; it is printed when you leave',
	);
	const long = noting(`https://example.org/#run=${'a'.repeat(1000)}`);
	const state = stateOn('pod', [':link link.txt'], long.services);
	t.is(state.message, 'the link has 1025 characters; saved to link.txt');
	t.deepEqual(
		long.given.map(([, file]) => file),
		['link.txt'],
	);
});

test('a run that is too large, a dump, and a page without the service say so', (t) => {
	const large = noting(undefined);
	t.regex(stateOn('pod', [':link'], large.services).message, /too large for a link; :save FILE/);
	t.deepEqual(large.given, []);
	t.regex(stateOn('pod', [':link']).message, /^Copy link, above the screen/);
	const {services, given} = noting('#x');
	const fromDump = new Recording<Scenario, Input>({...completeScenario(), dump: []}, createCluster);
	t.regex(
		linkHere(initialState(fromDump, {services}), '').message,
		/no link to a dump: the link would carry its Secrets/,
	);
	t.deepEqual(given, []);
});

test('lessons and drills of the course are named; those of a pack have no link', (t) => {
	const {places, given, services} = noting('#x');
	const lesson = lessonOpened(new LessonRun(findLesson('1'), 2, 'en'), {services});
	typed(lesson, [':link']);
	typed(lessonOpened(new LessonRun(findDrill('a-disk-with-a-past'), 0, 'en'), {services}), [':link']);
	t.deepEqual(places, [
		{lesson: '1', step: 3, language: 'en', carriesRun: false},
		{drill: 'a-disk-with-a-past', language: 'en', carriesRun: false},
	]);
	const pack = lessonOpened(new LessonRun({...findLesson('1'), file: '/pack/01-a-pod/lesson.yaml'}, 0, 'en'), {
		services,
	});
	t.regex(typed(pack, [':link']).message, /only the lessons and drills of the course/);
	t.is(given.length, 2);
});
