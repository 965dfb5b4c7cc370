import test from 'ava';
import {runInContainer} from '../../../testing/shell-world.js';
import {archiveOf, unpacked} from '../../../go/tar-archive.js';

const run = (script: string, input?: string) => runInContainer(['sh', '-c', script], {input});

test('what tar packs it unpacks: files, folders, links and their modes', (t) => {
	t.like(
		run(
			'mkdir -p s/d o; echo hé > s/a; echo b > s/d/b; chmod 600 s/a; ln -s a s/l; tar cf s.tar s; tar -xf s.tar -C o; cat o/s/a o/s/d/b; readlink o/s/l; stat -c %a o/s/a; tar tf s.tar',
		),
		{output: 'hé\nb\na\n600\ns/\ns/a\ns/d/\ns/d/b\ns/l\n', errors: '', status: 0, assumed: []},
	);
	t.is(run('mkdir s; echo x > s/a; tar czf s.tgz s; rm -r s; tar xzf s.tgz; gzip s/a; zcat s/a.gz').output, 'x\n');
});

test('an archive comes over standard input and goes to standard output, as kubectl cp sends and takes it', (t) => {
	const member = {kind: 'file', mode: 0o644, uid: 0, gid: 0, modifiedMs: 0} as const;
	const archive = archiveOf([{...member, name: 'up.txt', text: 'hello\n'}]);
	t.like(run('mkdir d; tar -xmf - -C d; cat d/up.txt', archive), {output: 'hello\n', status: 0});
	const {output, errors} = run('echo made > /f; tar cf - /f');
	t.is(errors, "tar: removing leading '/' from member names\n");
	t.like(unpacked(output), {ending: 'whole', members: [{name: 'f', text: 'made\n', mode: 0o644}]});
});

test('what is not there makes tar fail once the rest is packed, in the words of each tar', (t) => {
	t.like(run('tar cf o.tar /nope'), {
		status: 1,
		errors: 'tar: /nope: No such file or directory\ntar: error exit delayed from previous errors\n',
	});
	t.like(run('echo x > /f; tar cf o.tar /nope /f; tar tf o.tar'), {
		output: 'f\n',
		errors:
			"tar: /nope: No such file or directory\ntar: removing leading '/' from member names\ntar: error exit delayed from previous errors\n",
	});
});

test('a name in an archive leads out of no folder, and what is damaged is refused', (t) => {
	const member = {kind: 'file', mode: 0o644, uid: 0, gid: 0, modifiedMs: 0, text: 'x'} as const;
	const archive = archiveOf([{...member, name: '../../etc/up'}]);
	t.is(run('mkdir -p a/b; tar xf - -C a/b; cat a/b/etc/up; ls etc/up', archive).output, 'x');
	t.like(run('tar xf -', archive.slice(0, 1024) + 'no header'.repeat(100)), {
		status: 1,
		errors: 'tar: invalid tar magic\n',
	});
	t.deepEqual(run('tar xzf - ', 'fetched from elsewhere').assumed, ['tar xzf -']);
});

test('an extended header names the member after it, as Go writes a name that is not ASCII', (t) => {
	const member = {kind: 'file', mode: 0o644, uid: 0, gid: 0, modifiedMs: 0} as const;
	const record = (text: string) => `${Buffer.byteLength(text) + 4} ${text}\n`;
	const header = archiveOf([{...member, name: 'PaxHeaders.0/x', text: record('path=ü/é.txt')}]);
	const bytes = Buffer.from(header);
	bytes.write('x', 156);
	const sum = bytes.subarray(0, 512).reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
	bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	const archive = bytes.subarray(0, 1024).toString() + archiveOf([{...member, name: '__.txt', text: 'x'}]);
	t.like(unpacked(archive), {ending: 'whole', members: [{name: 'ü/é.txt', text: 'x'}]});
});

test('names of more than a hundred bytes are kept', (t) => {
	const name = `${'long/'.repeat(30)}file`;
	const member = {kind: 'file', mode: 0o644, uid: 0, gid: 0, modifiedMs: 0, text: 'x'} as const;
	t.is(unpacked(archiveOf([{...member, name}])).members[0]?.name, name);
});
