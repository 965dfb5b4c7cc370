import test from 'ava';
import {NodePortOperation, NodePorts} from './node-ports.js';

const first = () => 0;

test('a node port is given once, and given back when the request fails', (t) => {
	const ports = new NodePorts();
	const one = new NodePortOperation(ports, false, first);
	t.is(one.takeFree(), 30_086);
	t.is(one.take(30_100), undefined);
	const other = new NodePortOperation(ports, false, first);
	t.is(other.take(30_100), 'provided port is already allocated');
	t.is(other.takeFree(), 30_087);
	t.is(other.take(80), 'provided port is not in the valid range. The range of valid ports is 30000-32767');
	one.revert();
	t.is(other.take(30_100), undefined);
	other.releaseLater(30_100);
	t.true(ports.has(30_100));
	other.commit();
	t.false(ports.has(30_100));
});

test('a dry run makes ports up, asks for no range and takes nothing', (t) => {
	const ports = new NodePorts();
	ports.take(30_100);
	const dry = new NodePortOperation(ports, true, first);
	t.is(dry.takeFree(), 32_769);
	t.is(dry.takeFree(), 32_770);
	t.is(dry.take(65_535), undefined);
	t.is(dry.takeFree(), 65_536);
	t.is(dry.take(30_100), 'provided port is already allocated');
	t.false(ports.has(32_769));
});
