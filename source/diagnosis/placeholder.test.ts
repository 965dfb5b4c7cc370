import test from 'ava';
import {placeholderIn} from './placeholder.js';

for (const [text, found] of [
	['gcr.io/PROJECT_ID/app:v1', 'PROJECT_ID'],
	['gcr.io/$PROJECT/app:v1', '$PROJECT'],
	['<YOUR_IMAGE>', '<YOUR_IMAGE>'],
	['IMAGE_NAME', 'IMAGE_NAME'],
	['REGISTRY/app', 'REGISTRY'],
	['{{ .Values.image }}', '{{ .Values.image }}'],
	['${TAG}', '${TAG}'],
	['your-registry/app', 'your-registry'],
	['Nginx', undefined],
	['example.com/MyTeam/App:1', undefined],
	['nginx:1.27', undefined],
] as const) {
	test(`placeholder in ${text}`, (t) => {
		t.is(placeholderIn(text), found);
	});
}
