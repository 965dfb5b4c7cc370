import type {Environment} from '../../cel/environment.js';
import {kubernetesFunctions} from '../../cel/kubernetes/library/kubernetes.js';
import {schemaType} from '../../cel/kubernetes/schema-type.js';
import {Meter} from '../../cel/step.js';
import {dyn} from '../../cel/type.js';
import {CelError} from '../../cel/value.js';
import {parseBreakpoint} from '../../debugger/breakpoint.js';
import {durationNanoseconds, parseDuration} from '../../go/duration.js';
import {GoTemplateError, goTemplate} from '../../go/template/go-template.js';
import {CommandFailure} from '../../kubectl/failure.js';
import {parseJSONPath} from '../../kubectl/json-path.js';
import {parseCronSchedule} from '../../objects/cron-schedule.js';
import {parseFieldSelector} from '../../objects/field-selector.js';
import {parseLabelSelector} from '../../objects/label-selector.js';
import {canonicalQuantity, QuantityError} from '../../objects/quantity.js';
import {schemaOfKind} from '../../objects/schema.js';
import {parseFault} from '../../scenario/faults/parse-fault.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {complaintAbout, refusing, type Complaint, type Door} from './door.js';
import {compile} from '../../cel/compile.js';

const environment: Environment = {
	variables: {object: dyn, deployment: schemaType(schemaOfKind('apps/v1', 'Deployment') ?? {}, 'Deployment')},
	functions: kubernetesFunctions,
};

/** The context of the languages. */
const object = {
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: {name: 'web', labels: {app: 'web', 'a/b': 'c'}, creationTimestamp: '2026-01-01T00:00:00Z'},
	spec: {
		replicas: 3,
		paused: false,
		template: {spec: {containers: [{name: 'main', image: 'nginx:1.27', ports: [{containerPort: 80}]}]}},
	},
	status: {conditions: [{type: 'Available', status: 'True'}], ratio: 2.5, nothing: null},
};

const dearest = 1_000_000;

const evaluateCEL = (expression: string): Complaint => {
	const {program, issues} = compile(expression, environment);
	if (!program) {
		return complaintAbout(issues ?? '', expression);
	}

	const values = new Map<string, object>([
		['object', object],
		['deployment', object],
	]);
	try {
		program.evaluate({get: (name) => values.get(name)}, new Meter(dearest));
		return undefined;
	} catch (error) {
		if (error instanceof CelError) {
			return complaintAbout(error.message, expression);
		}

		throw error;
	}
};

const kubectlFormats = [CommandFailure, GoTemplateError];

/** Doors of little languages, and of values with a form of their own. */
export const languages: Readonly<Record<string, Door>> = {
	cel: {
		about: 'CEL expressions of policies, rules, conditions and breakpoints',
		usual: 100_000,
		corpus: [
			'object.spec.replicas * 2 == 6',
			'object.spec.template.spec.containers.all(c, !c.image.endsWith(":latest"))',
			'deployment.spec.replicas > 1 ? "a" : "b" + string(1)',
			'"%s %d".format([object.kind, 1])',
			'object.metadata.labels.exists(k, k == "app") && has(object.status.nothing)',
			'[1, 2, 3].map(x, x * 2).filter(x, x > 2).sum() == 10',
			'"a,b".split(",").join("-").replace("a", "b").matches("^b")',
			'quantity("1Gi").isGreaterThan(quantity("1Mi")) || isURL("http://a/b")',
			'timestamp("2026-01-01T00:00:00Z") + duration("1h") > timestamp(object.metadata.creationTimestamp)',
			'ip("10.0.0.1").family() == 4 && cidr("10.0.0.0/8").containsIP("10.1.1.1")',
			'{"a": 1u, "b": 2}["a"] == 1 ? b"\\x41" : r"\\d"',
			'cel.bind(x, [1, 2], x.size()) in [2] && optional.of(1).orValue(2) == 1',
			'semver("1.2.3").compareTo(semver("1.2.4")) < 0 && sets.contains([1], [1])',
		],
		words: [
			'&&',
			'||',
			'!',
			'==',
			' in ',
			'?',
			':',
			'[',
			']',
			'(',
			')',
			'{',
			'}',
			'.',
			',',
			'"',
			"'",
			'"""',
			'r"',
			'has(',
			'.all(x, ',
			'.map(x, ',
			'.exists(x, ',
			'.replace("a", "aa")',
			'.matches("(a+)+$")',
			'dyn(',
			'int(',
			'string(',
			'-',
			'*',
			'/',
			'%',
			'1u',
			'.?',
			'[?',
		],
		open: () => evaluateCEL,
	},
	jsonpath: {
		about: 'templates of -o jsonpath and custom columns',
		usual: 80_000,
		corpus: [
			'{.metadata.name}',
			'{range .spec.template.spec.containers[*]}{.name}{"\\n"}{end}',
			'{..image}',
			'{.status.conditions[?(@.type=="Available")].status}',
			"{.metadata.labels['a/b']}",
			'{.spec[0:2:-1]}',
			'{.a[-1:]}{"x"}',
		],
		words: [
			'{',
			'}',
			'[',
			']',
			'(',
			')',
			'?(',
			'@',
			'$',
			'..',
			'*',
			':',
			',',
			"'",
			'"',
			'\\',
			'==',
			'<=',
			'range ',
			'end',
			'{range .}',
			'{end}',
		],
		open: refusing(kubectlFormats, (text) => {
			const template = parseJSONPath(text);
			template.text(object);
			template.json(object);
		}),
	},
	template: {
		about: 'templates of -o go-template',
		usual: 80_000,
		corpus: [
			'{{.metadata.name}}',
			'{{range .spec.template.spec.containers}}{{.image | printf "%q"}}{{end}}',
			'{{if and .spec .status}}a{{else if eq .kind "x"}}b{{end}}',
			'{{with $x := index .metadata.labels "app"}}{{$x}}{{end}}{{define "t"}}{{.}}{{end}}{{template "t" .}}',
			'{{- len .metadata.name -}}{{printf "%-5d|%x|%v" 1 2 .spec}}',
		],
		words: [
			'{{',
			'}}',
			'{{-',
			'-}}',
			'{{end}}',
			'{{range ',
			'{{with ',
			'{{define "t"}}',
			'{{template "t" .}}',
			'$x',
			':=',
			'|',
			'printf "%*d"',
			'index ',
			'slice ',
			'call ',
			'html',
			'eq ',
			'(',
			')',
			'`',
			"'a'",
			'{{/* */}}',
			'break',
			'continue',
		],
		open: refusing(kubectlFormats, (text) => {
			// oxlint-disable-next-line no-empty-function
			goTemplate(text, object, () => {});
		}),
	},
	breakpoint: {
		about: 'words of breakpoints',
		usual: 40_000,
		corpus: [
			'apiserver.admit.** pod/web',
			'object=pod/web path=spec.nodeName',
			'selector="app in (web,db)" hits=3 once',
			'time=+3s log="to {facts.node}"',
			'pod/web if="object.status.phase == \'Running\'"',
			'verb=create failure reason=Pulled component=kube-scheduler',
		],
		words: ['=', '"', "'", ' ', '**', '*', '/', 'if=', 'log=', 'hits=', 'time=', 'once', '{', '}', 'stage=', 'object='],
		open: refusing([Error, Mistake, Mistakes, CelError], (text) => parseBreakpoint(text, 1)),
	},
	fault: {
		about: 'words of faults',
		usual: 40_000,
		corpus: [
			'crash kube-scheduler',
			'fail requests * with=503 share=50% for=10s',
			'skew clock node-a by=-10m',
			"fill disk node-a free=1% when='scheduler.bind pod/web'",
			'partition node-a kube-apiserver for=5s after=2s',
			'kill container web/main',
			'reorder watches * of=pods behind=nodes',
		],
		words: [
			'=',
			"'",
			'"',
			' ',
			'for=',
			'by=',
			'when=',
			'after=',
			'share=',
			'%',
			'restart ',
			'pause ',
			'delay requests ',
			'power off ',
			'shut down ',
		],
		open: refusing([Mistake, Mistakes], (text) => parseFault(text)),
	},
	values: {
		about: 'quantities, durations, schedules and selectors',
		usual: 80_000,
		corpus: [
			'1.5Gi',
			'100m',
			'1e3',
			'1h2m3.5s',
			'*/5 0-23/2 1,15 JAN-DEC MON',
			'@every 1h',
			'CRON_TZ=UTC 0 0 * * *',
			'app in (web, db),!x,a!=b',
			'metadata.name=web,spec.nodeName!=a\\,b',
		],
		words: [
			'Ki',
			'n',
			'E',
			'e',
			'.',
			'-',
			'+',
			'ms',
			'*',
			'/',
			',',
			' ',
			'@daily',
			'TZ=',
			'in',
			'notin',
			'(',
			')',
			'!',
			'=',
			'==',
			'!=',
			'\\',
			'>',
		],
		open: refusing([QuantityError, Error], (text) => {
			parseDuration(text);
			durationNanoseconds(text);
			parseCronSchedule(text);
			for (const read of [canonicalQuantity, parseLabelSelector, parseFieldSelector]) {
				try {
					read(text);
				} catch (error) {
					if (
						read === parseFieldSelector ||
						!(error instanceof Error) ||
						error instanceof TypeError ||
						error instanceof RangeError
					) {
						throw error;
					}
				}
			}
		}),
	},
};
