import test from 'ava';
import {contradictsItself, isBeside} from './option-claims.js';

const options: ReadonlyArray<readonly [text: string, cel: string, contradicts: boolean]> = [
	['60 s, the safety margin', 'stop.time > 55000', false],
	['10 s, the safety margin', 'stop.time > 55000', true],
	['10 s, until the kubelet reports', 'stop.time > 8000 && stop.time < 12000', false],
	['5 min', 'facts.backoffMs == 300000', false],
	['10 s', 'facts.backoffMs == 300000', true],
	['1003: both join one', 'facts.about.pid == 1003', false],
	['1002: both join one', 'facts.about.pid == 1003', true],
	['10.244.1.2', 'object.replicas == 2', false],
	['2 of them', 'object.replicas == 3 && has(object.name)', false],
	['none', 'object.answered == 0', false],
];

for (const [text, cel, contradicts] of options) {
	test(`the option "${text}" ${contradicts ? 'contradicts' : 'may claim'} ${cel}`, (t) => {
		t.is(contradictsItself({text, if: {cel}}), contradicts);
	});
}

const fields: ReadonlyArray<readonly [field: string, cel: string, beside: boolean]> = [
	['spec.containers[0].resources.limits', "object.spec.containers[0].resources.requests.cpu == '100m'", true],
	['spec.containers[0].resources.requests', "object.spec.containers[0].resources.requests.cpu == '100m'", false],
	['spec.containers[0]', "object.spec.containers[0].resources.requests.cpu == '100m'", false],
	['spec.schedulerName', '!has(object.spec.nodeName)', false],
];

for (const [field, cel, beside] of fields) {
	test(`${field} ${beside ? 'is beside' : 'may show'} ${cel}`, (t) => {
		t.is(isBeside(field, cel), beside);
	});
}
