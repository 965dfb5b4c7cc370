import test from 'ava';
import {goTemplate, GoTemplateError} from './go-template.js';

const object = {
	kind: 'Pod',
	count: 2,
	big: 1_234_567,
	none: null,
	labels: {b: '2', a: '1', 'x.y/z': 'w'},
	items: [{name: 'one'}, {name: 'two'}],
	flag: true,
};

const run = (template: string, allowMissing = true): string => {
	let text = '';
	goTemplate(template, object, (part) => (text += part), {allowMissing});
	return text;
};

const texts: ReadonlyArray<[string, string]> = [
	['{{.kind}}!', 'Pod!'],
	['{{.nothing}} {{.nothing.deeper}} {{.none}}', '<no value> <no value> <no value>'],
	['{{range .items}}{{.name}}{{"\\n"}}{{end}}', 'one\ntwo\n'],
	['{{range $i, $o := .items}}{{$i}}={{$o.name}};{{end}}', '0=one;1=two;'],
	['{{range $k, $v := .labels}}{{$k}}={{$v}} {{end}}', 'a=1 b=2 x.y/z=w '],
	['{{range .nothing}}x{{else}}empty{{end}}', 'empty'],
	['{{range .items}}{{if eq .name "two"}}{{break}}{{end}}{{.name}}{{end}}', 'one'],
	['{{range .items}}{{if eq .name "one"}}{{continue}}{{end}}{{.name}}{{end}}', 'two'],
	['{{if .nothing}}a{{else if .flag}}b{{else}}c{{end}}', 'b'],
	['{{with .labels}}{{.a}}{{end}}{{with .nothing}}x{{else}}-{{end}}', '1-'],
	['{{with $x := .kind}}{{$x}}{{.}}{{end}}', 'PodPod'],
	['{{$x := "a"}}{{range .items}}{{$x = .name}}{{end}}{{$x}}', 'two'],
	['{{index .labels "x.y/z"}} {{index .items 1 "name"}} {{(index .items 0).name}}', 'w two one'],
	['{{len .items}} {{len .kind}} {{len .labels}}', '2 3 3'],
	['{{printf "%s-%d-%v-%q-%5s|%-5s|" .kind 5 .count "a" "b" "c"}}', 'Pod-5-2-"a"-    b|c    |'],
	['{{printf "%d %d %s" .count 0.5 .flag}}', '2 %!d(float64=0.5) %!s(bool=true)'],
	['{{printf "%d"}} {{printf "x" 1}}', '%!d(MISSING) x%!(EXTRA int=1)'],
	['{{.labels}} {{.items}}', 'map[a:1 b:2 x.y/z:w] [map[name:one] map[name:two]]'],
	['{{.big}} {{.count}}', '1234567 2'],
	['{{.kind | }}', 'Pod'],
	['{{.kind | printf "%s %s" "a"}}', 'a Pod'],
	['{{and .kind ""}}|{{or "" .kind}}|{{not .flag}}', '|Pod|false'],
	['{{eq .count 2}} {{gt .count 1}}', 'true true'],
	['{{ne .kind "x"}} {{lt 1 2}} {{ge "b" "a"}} {{eq .kind "a" "Pod"}}', 'true true true true'],
	['{{eq .nothing "x"}} {{eq .none nil}}', 'false true'],
	['a {{- /* not told */ -}} b', 'ab'],
	['a {{- .kind -}} b', 'aPodb'],
	['{{html "<a>"}} {{js "<a>"}} {{urlquery "a b"}}', '&lt;a&gt; \\u003Ca\\u003E a+b'],
	['{{print 1 2 "a" "b"}} {{println "x" 1}}', '1 2ab x 1\n'],
	['{{slice .kind 1 2}} {{slice .kind 1}}', 'o od'],
	['{{exists .labels "a"}} {{exists . "items" 5}}', 'true false'],
	['{{base64decode "aGk="}}', 'hi'],
	["{{`raw {{`}} {{'a'}} {{0x10}} {{1.5}}", 'raw {{ 97 16 1.5'],
];

for (const [template, text] of texts) {
	test(`the template ${template}`, (t) => {
		t.is(run(template), text);
	});
}

const unreadable: ReadonlyArray<[string, string]> = [
	['{{.kind', 'unclosed action'],
	['{{bad .x}}', 'function "bad" not defined'],
	['{{constructor}}', 'function "constructor" not defined'],
	['{{if .kind}}x', 'unexpected EOF'],
	['{{end}}', 'unexpected {{end}}'],
	['{{else}}', 'unexpected {{else}}'],
	['{{if}}{{end}}', 'missing value for if'],
	['{{}}', 'missing value for command'],
	['{{$x}}', 'undefined variable "$x"'],
	['{{"a}}', 'unterminated quoted string'],
	['{{(.kind}}', 'unclosed left paren'],
	['{{.kind)}}', 'unexpected right paren'],
	['{{.a 1x}}', 'bad number syntax: "1x"'],
	['{{.a & .b}}', 'unexpected "&" in operand'],
	['{{break}}', '{{break}} outside {{range}}'],
	['\n\n{{bad}}', 'function "bad" not defined'],
];

for (const [template, message] of unreadable) {
	test(`the template ${JSON.stringify(template)} cannot be read`, (t) => {
		const line = template.split('\n').length;
		t.is(
			t.throws(() => run(template), {instanceOf: GoTemplateError}).message,
			`error parsing template ${template}, template: output:${line}: ${message}`,
		);
	});
}

const failing: ReadonlyArray<[string, string]> = [
	['{{.kind.x}}', `1:7: executing "output" at <.kind.x>: can't evaluate field x in type interface {}`],
	['{{.none.x}}', '1:7: executing "output" at <.none.x>: nil pointer evaluating interface {}.x'],
	['{{with .kind}}{{.x}}{{end}}', `1:16: executing "output" at <.x>: can't evaluate field x in type string`],
	['{{index .items 5}}', '1:2: executing "output" at <index .items 5>: error calling index: index out of range: 5'],
	[
		'{{eq .count 2.5}}',
		'1:2: executing "output" at <eq .count 2.5>: error calling eq: incompatible types for comparison',
	],
	[
		'{{len .nothing}}',
		'1:2: executing "output" at <len .nothing>: error calling len: reflect: call of reflect.Value.Type on zero Value',
	],
	['{{not}}', '1:2: executing "output" at <not>: wrong number of args for not: want 1 got 0'],
	['{{.kind "x"}}', '1:2: executing "output" at <.kind>: kind is not a method but has arguments'],
	['{{range .kind}}{{end}}', `1:8: executing "output" at <.kind>: range can't iterate over Pod`],
	['{{nil}}', '1:2: executing "output" at <nil>: nil is not a command'],
	['{{printf .count}}', '1:9: executing "output" at <.count>: wrong type for value; expected string; got int64'],
];

for (const [template, message] of failing) {
	test(`the template ${template} cannot be carried out`, (t) => {
		t.is(
			t.throws(() => run(template), {instanceOf: GoTemplateError}).message,
			`error executing template ${JSON.stringify(template)}: template: output:${message}`,
		);
	});
}

test('what is missing is a mistake where it is not allowed', (t) => {
	t.regex(t.throws(() => run('{{.nothing}}', false)).message, /at <\.nothing>: map has no entry for key "nothing"$/);
	t.is(run('{{.constructor}} {{.__proto__}} {{index .labels "toString"}}'), '<no value> <no value> <no value>');
});

test('a template that goes wrong prints what helps to find the mistake', (t) => {
	let text = '';
	t.throws(() => goTemplate('a{{.x.y.z}}{{.k.z}}', {k: '<'}, (part) => (text += part)));
	t.is(
		text,
		'a<no value>Error executing template: template: output:1:15: executing "output" at <.k.z>: can\'t evaluate field z in type interface {}. Printing more information for debugging the template:\n\ttemplate was:\n\t\ta{{.x.y.z}}{{.k.z}}\n\traw data was:\n\t\t{"k":"\\u003c"}\n\tobject given to template engine was:\n\t\tmap[k:<]\n\n',
	);
});
