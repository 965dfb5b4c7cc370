import test from 'ava';
import {testImages} from '../../testing/test-images.js';
import {answerAt, imageNamed, pullMs} from './catalogue.js';
import {parseImageReference} from '../../objects/image-reference.js';

test('names of images get registry and tag', (t) => {
	for (const [text, name] of [
		['nginx', 'docker.io/library/nginx:latest'],
		['nginx:1.27', 'docker.io/library/nginx:1.27'],
		['traefik/whoami', 'docker.io/traefik/whoami:latest'],
		['registry.k8s.io/pause:3.10', 'registry.k8s.io/pause:3.10'],
		['localhost/a', 'localhost/a:latest'],
	] as const) {
		t.like(parseImageReference(text), {name});
	}

	t.is(
		parseImageReference('Not/A/Valid/Name'),
		'invalid reference format: repository name (A/Valid/Name) must be lowercase',
	);
	t.is(parseImageReference('a b'), 'invalid reference format');
});

test('described, well-known and unknown images', (t) => {
	const images = testImages();
	t.is(imageNamed(images, 'web:1')?.listens?.[0]?.port, 8080);
	t.is(imageNamed(images, 'fresh.test/any/web:1')?.listens?.[0]?.port, 8080);
	t.is(imageNamed(images, 'redis:7')?.listens?.[0]?.port, 6379);
	t.true(imageNamed(images, 'example.com/team/app:2')?.anyPort);
	t.is(imageNamed(images, 'fresh.test/any/no-such:1'), undefined);
	t.is(imageNamed(images, 'nginx:does-not-exist'), undefined);
	t.is(imageNamed({...images, unknown: 'missing'}, 'example.com/team/app:2'), undefined);
});

test('an image of which only the use and the pull are described runs what it runs without that', (t) => {
	const usage = [{memory: '100Mi'}];
	const images = {
		images: {'redis:7': {usage}, 'example.com/app:1': {usage}, 'nginx:nope': {size: 1}, 'web:1': {program: {}}},
	};
	t.like(imageNamed(images, 'redis:7'), {usage, program: {name: 'redis-server'}});
	t.like(imageNamed(images, 'example.com/app:1'), {usage, anyPort: true});
	t.like(imageNamed(images, 'nginx:nope'), {size: 1, anyPort: true});
	t.deepEqual(imageNamed(images, 'web:1'), {program: {}});
});

test('an image without a pull time takes as long as its size needs; one that does not exist 100 ms', (t) => {
	t.is(pullMs({size: 25_000_000}), 1000);
	t.is(pullMs({size: 25_000_000, pull: {ms: 7}}), 7);
	t.is(pullMs(undefined), 100);
});

test('of a timetable the last entry that has begun counts', (t) => {
	const answers = [{status: 503}, {fromMs: 3000, status: 200}];
	t.is(answerAt(answers, 2999)?.status, 503);
	t.is(answerAt(answers, 3000)?.status, 200);
	t.is(answerAt([], 1), undefined);
});
