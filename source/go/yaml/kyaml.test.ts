import test from 'ava';
import {printKYAML} from './kyaml.js';

test('KYAML puts texts into quotes, and lists of maps between brackets that stand side by side', (t) => {
	t.is(
		printKYAML({
			list: [{a: 1}, {b: [1, 'x']}],
			empty: {},
			none: [],
			no: true,
			'app.kubernetes.io/name': null,
			'a b': 'c"d',
		}),
		`---
{
  "a b": "c\\"d",
  app.kubernetes.io/name: null,
  empty: {},
  list: [{
    a: 1,
  }, {
    b: [
      1,
      "x",
    ],
  }],
  "no": true,
  none: [],
}
`,
	);
});

test('a text of several lines has one for each, and what a terminal would obey is escaped', (t) => {
	t.is(printKYAML({a: 'one\n  two\n'}), '---\n{\n  a: "\\\n     one\\n\\\n    \\  two\\n\\\n    ",\n}\n');
	t.is(printKYAML({a: 'x\ny'}), '---\n{\n  a: "\\\n     x\\n\\\n     y\\\n    ",\n}\n');
	t.is(printKYAML('\u001B[2J\u202E\t'), '---\n"\\e[2J\\u202e\\t"\n');
});

test('KYAML knows no prototype', (t) => {
	t.is(printKYAML(JSON.parse('{"__proto__":{"a":1}}')), '---\n{\n  __proto__: {\n    a: 1,\n  },\n}\n');
});
