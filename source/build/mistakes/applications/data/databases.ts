import type {Application} from '../application.js';

// Databases: their passwords, configuration and first contents.

export const postgresWithSecret: Application = {
	name: 'postgres with a Secret and a volume',
	text: `apiVersion: v1
kind: Secret
metadata:
  name: database
stringData:
  password: secret
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: database
spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: standard
  resources:
    requests:
      storage: 1Gi
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: database
spec:
  strategy:
    type: Recreate
  selector:
    matchLabels:
      app: database
  template:
    metadata:
      labels:
        app: database
    spec:
      containers:
      - name: postgres
        image: postgres:16
        env:
        - name: POSTGRES_PASSWORD
          valueFrom:
            secretKeyRef:
              name: database
              key: password
        ports:
        - containerPort: 5432
        readinessProbe:
          tcpSocket:
            port: 5432
        volumeMounts:
        - name: files
          mountPath: /var/lib/postgresql/data
          subPath: data
      volumes:
      - name: files
        persistentVolumeClaim:
          claimName: database
---
apiVersion: v1
kind: Service
metadata:
  name: database
spec:
  selector:
    app: database
  ports:
  - port: 5432
    targetPort: 5432
`,
};

export const mysqlWithConfiguration: Application = {
	name: 'mysql and its configuration',
	text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: mysql
data:
  database: shop
---
apiVersion: v1
kind: Secret
metadata:
  name: mysql
stringData:
  root: secret
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: mysql
spec:
  serviceName: mysql
  selector:
    matchLabels:
      app: mysql
  template:
    metadata:
      labels:
        app: mysql
    spec:
      containers:
      - name: mysql
        image: mysql:8.0
        env:
        - name: MYSQL_ROOT_PASSWORD
          valueFrom:
            secretKeyRef:
              name: mysql
              key: root
        - name: MYSQL_DATABASE
          valueFrom:
            configMapKeyRef:
              name: mysql
              key: database
        ports:
        - name: mysql
          containerPort: 3306
        startupProbe:
          tcpSocket:
            port: mysql
          failureThreshold: 30
---
apiVersion: v1
kind: Service
metadata:
  name: mysql
spec:
  selector:
    app: mysql
  ports:
  - port: 3306
    targetPort: mysql
`,
};

export const mongoWithVariables: Application = {
	name: 'mongo with variables from a Secret',
	text: `apiVersion: v1
kind: Secret
metadata:
  name: mongo
stringData:
  MONGO_INITDB_ROOT_USERNAME: root
  MONGO_INITDB_ROOT_PASSWORD: secret
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: mongo
spec:
  selector:
    matchLabels:
      app: mongo
  template:
    metadata:
      labels:
        app: mongo
    spec:
      containers:
      - name: mongo
        image: mongo:7
        envFrom:
        - secretRef:
            name: mongo
        ports:
        - containerPort: 27017
        volumeMounts:
        - name: db
          mountPath: /data/db
      volumes:
      - name: db
        emptyDir: {}
---
apiVersion: v1
kind: Service
metadata:
  name: mongo
spec:
  selector:
    app: mongo
  ports:
  - port: 27017
    targetPort: 27017
`,
};

export const databaseThatJobFills: Application = {
	name: 'a database that a Job fills',
	text: `apiVersion: v1
kind: Service
metadata:
  name: store
spec:
  selector:
    app: store
  ports:
  - port: 6379
    targetPort: 6379
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: store
spec:
  selector:
    matchLabels:
      app: store
  template:
    metadata:
      labels:
        app: store
    spec:
      containers:
      - name: redis
        image: redis:7
        ports:
        - containerPort: 6379
---
apiVersion: batch/v1
kind: Job
metadata:
  name: fill
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: fill
        image: redis:7
        command: ["sh", "-c", "until redis-cli -h store ping; do sleep 1; done"]
`,
};
