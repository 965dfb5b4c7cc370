import test from 'ava';
import {dialectOf} from './image-shell.js';

test('sh is dash in images of Debian, and ash in others', (t) => {
	const table = [
		['docker.io/library/debian:12', 'dash'],
		['docker.io/library/nginx:1.27', 'dash'],
		['docker.io/library/nginx:1.27-alpine', 'ash'],
		['docker.io/library/python@sha256:abc', 'dash'],
		['docker.io/library/busybox:1.36', 'ash'],
		['example.com/nginx-exporter:1', 'ash'],
		['nginx', 'dash'],
	] as const;
	for (const [imageName, dialect] of table) {
		t.is(dialectOf({imageName, image: {}}), dialect, imageName);
	}
});

test('the description of an image decides before its name', (t) => {
	const table = [
		[{sh: 'bash'}, 'bash'],
		[{shell: 'ash'}, 'ash'],
		[{shell: 'bash'}, 'dash'],
		[{}, 'dash'],
	] as const;
	for (const [known, dialect] of table) {
		t.is(dialectOf({imageName: 'docker.io/library/debian:12', image: {known}}), dialect);
	}
});
