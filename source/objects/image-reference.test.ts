import test from 'ava';
import {parseImageReference} from './image-reference.js';

for (const [text, name] of [
	['nginx', 'docker.io/library/nginx:latest'],
	['nginx:1.27', 'docker.io/library/nginx:1.27'],
	['team/app', 'docker.io/team/app:latest'],
	['registry.example.com:5000/team/app:1', 'registry.example.com:5000/team/app:1'],
	['localhost/app', 'localhost/app:latest'],
	['Nginxinc/nginx', 'Nginxinc/nginx:latest'],
	['[2001:db8::1]:5000/app', '[2001:db8::1]:5000/app:latest'],
] as const) {
	test(`an image name: ${text}`, (t) => {
		const reference = parseImageReference(text);
		t.is(typeof reference === 'string' ? reference : reference.name, name);
	});
}

for (const [text, reason] of [
	['Nginx', 'invalid reference format: repository name (library/Nginx) must be lowercase'],
	['gcr.io/PROJECT/app', 'invalid reference format: repository name (PROJECT/app) must be lowercase'],
	['<DOCKER_REPO>/chatbot:1.0', 'invalid reference format'],
	['YOUR_REGISTRY/app:1', 'invalid reference format'],
	['${REGISTRY}/app', 'invalid reference format'],
	['registry.example.com:port/app', 'invalid reference format'],
	['nginx:1 27', 'invalid reference format'],
] as const) {
	test(`no image name: ${text}`, (t) => {
		t.is(parseImageReference(text), reason);
	});
}
