import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {messageIn, notesIn, reportIn} from './translate.js';

test('the parts of a message are translated too; names stay, and a message without a translation is English', (t) => {
	t.is(messageIn('zh', 'expected a list, each item text'), '应为列表，其每一项为文本');
	t.is(messageIn('ru', 'unknown field "nodse"'), 'неизвестное поле «nodse»');
	t.is(messageIn('zh', 'no such message'), 'no such message');
	t.is(messageIn('en', 'unknown field "x"'), 'unknown field "x"');
});

test('of several translations that fit, the one with most text of its own is used', (t) => {
	t.is(messageIn('ru', 'no page or command is called "x"'), 'нет ни страницы, ни команды «x»');
	t.is(messageIn('zh', 'there is no lesson "99"'), '没有课程“99”');
	t.is(
		messageIn('ru', "error: required option '--as <format>' not specified"),
		"ошибка: не указан обязательный параметр '--as <format>'",
	);
	t.is(
		messageIn('zh', "error: too many arguments for 'dap'. Expected 0 arguments but got 1."),
		"错误：'dap' 的参数过多：最多 0 个，实际 1 个。",
	);
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
	const fault = await runCommand(
		['--lang', 'zh', 'trace', '--then', ':crash', '-'],
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n',
	);
	t.regex(fault.err, /^故障“crash”：哪个进程？\n {2}请写 crash PROCESS/);
	const dump = await runCommand(['--lang', 'ru', 'trace', '--from', file], '');
	t.regex(dump.err, /:1:1 {2}объект без apiVersion и kind|ожидается объект Kubernetes/);
});

test('notes on standard error and assumptions of check are in the language of the user; the words of Kubernetes stay', async (t) => {
	t.is(notesIn('zh', 'dump: no Nodes in the dump: the simulation has 3 Pods'), '转储：转储中没有节点：其中有 3 Pods');
	const kubernetes = 'The Pod "web" is invalid: spec.containers: Required value\nerror: unable to read x: y';
	t.is(notesIn('ru', kubernetes), kubernetes);
	const {out} = await runCommand(
		['--lang', 'ru', 'check', '-'],
		'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, namespace: nope}\n',
	);
	t.regex(out, /W101-assumed-namespace {2}ни один файл не определяет пространство имён nope/);
});

test('a report of lessons check is in the language of the user', (t) => {
	t.is(
		reportIn('zh', 'a/drill.yaml:2:8  there is no level 7\n  write 1, 2 or 3\n'),
		'a/drill.yaml:2:8  没有级别 7\n  请写 1、2 或 3\n',
	);
	t.is(
		reportIn('ru', '✓ drill/x  level 1, 2 repairs, 1 failed attempt, 17125 stops\n'),
		'✓ drill/x  уровень 1, починок 2, напрасных попыток 1, остановок 17125\n',
	);
});
