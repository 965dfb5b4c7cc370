import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';

const script = fileURLToPath(new URL('../../source/build/wording.mjs', import.meta.url));

/** The offences in a project with one translated line in each language. */
const offencesIn = (chinese: string, russian: string) => {
	const folder = temporaryFolder();
	const put = (name: string, text: string) => {
		mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
		writeFileSync(path.join(folder, name), text);
	};

	put('lessons/terms.zh.yaml', 'namespace: [命名空间]\n');
	put('lessons/terms.ru.yaml', 'namespace: [пространств]\n');
	put('source/stages/zh/etcd.ts', `\tgone: () => ${chinese},\n`);
	put('source/commands/mistakes/russian.ts', `\tgone: () => ${russian},\n`);
	const {status, stdout} = spawnSync(process.execPath, [script, folder], {encoding: 'utf8'});
	return {status, offences: stdout.split('\n').filter((line) => line !== '' && !line.startsWith('wording, '))};
};

test('texts in the words of the language pass', (t) => {
	const said = offencesIn(
		"'命名空间 web 已不存在（namespace）：10 秒之后重试。'",
		"'пространства имён (namespace) web нет: повтор через 10 с'",
	);
	t.deepEqual(said, {status: 0, offences: []});
});

for (const [why, chinese, russian] of [
	['a word that the glossary translates', "'删除 namespace web。'", "'нет namespace web'"],
	['quotes of another language', '`删除"${name}"。`', '`нет "${name}"`'],
	['a unit of another language', '`${wait} s 之后`', '`через ${wait} s.`'],
] as const) {
	test(`${why} is an offence`, (t) => {
		const {status, offences} = offencesIn(chinese, russian);
		t.is(status, 1);
		t.deepEqual(
			offences.map((line) => line.replace(/ .*/, '')),
			['source/stages/zh/etcd.ts:1', 'source/commands/mistakes/russian.ts:1'],
		);
	});
}
