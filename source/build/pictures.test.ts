import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {drawPictures} from './pictures.js';

const folder = new URL('../../snapshots/pictures/', import.meta.url);

test('the pictures of the front page are what the screens show', (t) => {
	const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
	for (const [name, picture] of drawPictures()) {
		const file = new URL(name, folder);
		if (process.env.UPDATE_SNAPSHOTS) {
			mkdirSync(folder, {recursive: true});
			writeFileSync(file, picture);
		}

		t.true(existsSync(file), `${file.pathname} is missing; UPDATE_SNAPSHOTS=1 writes it`);
		t.is(picture, readFileSync(file, 'utf8'), name);
		t.regex(readme, new RegExp(`!\\[[^\\]]+\\]\\(snapshots/pictures/${name.replace('.', '\\.')}\\)`), name);
	}
});
