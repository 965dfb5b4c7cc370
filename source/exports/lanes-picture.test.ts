import test from 'ava';
import {exportedRun, hostilePod, textOf} from '../testing/exported-run.js';
import {exportLanes} from './lanes-picture.js';
import {stopsOf} from './stretch.js';

const pod = exportedRun(hostilePod);
const picture = textOf(exportLanes(pod));

test('each stop is a mark with what it says, in the lane of its component', (t) => {
	const marks = [...picture.matchAll(/<rect x="[\d.]+" y="([\d.]+)" [^>]*><title>#\d+ ([\w.-]+): /g)];
	t.is(marks.length, [...stopsOf(pod)].length);
	const lanesOf = (stage: RegExp): ReadonlySet<string | undefined> =>
		new Set(marks.filter(([, , name = '']) => stage.test(name)).map(([, y]) => y));
	t.is(lanesOf(/^scheduler\./).size, 1);
	t.is(lanesOf(/^etcd\./).size, 1);
	t.notDeepEqual(lanesOf(/^scheduler\./), lanesOf(/^etcd\./));
});

test('requests and deliveries are arrows; a refused answer is red', (t) => {
	t.regex(picture, /stroke="#8b949e"><title>POST \/api\/v1\/namespaces\/default\/pods<\/title>/);
	t.regex(picture, /stroke="#39d5e5"><title>ADDED Pod default\/web<\/title>/);
	t.regex(picture, /stroke="#ff7b72" stroke-dasharray="3 3"><title>404 NotFound<\/title>/);
});

test('nothing of the run is markup', (t) => {
	const image = textOf(exportLanes(exportedRun(hostilePod.replace('nginx:1.27', '"<b>&\\u0007"'))));
	t.false(/<b>|<script|[\u0000-\u0009\u000B-\u001F]|&(?!amp;|lt;|gt;|quot;|#39;)/.test(image));
	t.true(image.includes('&lt;b&gt;&amp;'));
});

test('a long run is cut, and the picture says so', (t) => {
	const long = {...pod, first: 0};
	t.regex(exportLanes(long).omitted ?? '', /^only the first 600 of [\d,]+ stops/);
	t.regex(textOf(exportLanes(long)), />only the first 600 of [\d,]+ stops are here/);
});
