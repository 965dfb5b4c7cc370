import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {messageIn} from './translate.js';

test('the parts of a message are translated too; names stay, and a message without a translation is English', (t) => {
	t.is(messageIn('zh', 'expected a list of text'), '应为列表，其每一项为文本');
	t.is(messageIn('ru', 'unknown field "nodse"'), 'неизвестное поле «nodse»');
	t.is(messageIn('zh', 'no such message'), 'no such message');
	t.is(messageIn('en', 'unknown field "x"'), 'unknown field "x"');
});

test('wrong files and flags are reported in the language of the user, with suggestions', async (t) => {
	const file = path.join(temporaryFolder(), 'cluster.yaml');
	writeFileSync(file, 'nodse: []\n');
	const scenario = await runCommand(
		['--lang', 'zh', 'trace', '--cluster', file, '-'],
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n',
	);
	t.is(scenario.code, 2);
	t.regex(scenario.err, /未知字段“nodse”\n {2}是不是想写“nodes”？/);
	const flag = await runCommand(['--lang', 'ru', 'trace', '--clutser', 'x'], '');
	t.regex(flag.err, /неизвестный параметр '--clutser'/);
	t.regex(flag.err, /Возможно, имелось в виду --cluster\?/);
	const command = await runCommand(['--lang', 'zh', 'trce'], '');
	t.is(command.err, '未知命令“trce”\n  是不是想写“trace”？\n');
});
