{{/* What all pods of the chart have in common. Takes root, temporarySize and, if there are any, extraVolumes and secretKeys. */}}
{{- define "signalpost.podBasics" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
volumes:
  - name: temporary
    emptyDir:
      sizeLimit: {{ .temporarySize }}
  - name: secrets
    secret:
      secretName: {{ .root.Values.existingSecret }}
      defaultMode: 288 # 0440, for the group that owns the files
      items:
        {{- range $name, $key := merge (deepCopy (.secretKeys | default dict)) .root.Values.secretKeys }}
        {{- if $key }}
        - key: {{ $key }}
          path: {{ $name }}
        {{- end }}
        {{- end }}
  {{- with concat .root.Values.extraVolumes (.extraVolumes | default list) }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* What all containers of the chart have in common. Takes root, config, extraEnv, resources and extraVolumeMounts. */}}
{{- define "signalpost.containerBasics" -}}
image: {{ include "signalpost.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  {{- include "signalpost.environment" . | trim | nindent 2 }}
resources:
  {{- toYaml .resources | nindent 2 }}
volumeMounts:
  - name: temporary
    mountPath: /tmp
  - name: secrets
    mountPath: /etc/signalpost/secrets
    readOnly: true
  {{- with concat .root.Values.extraVolumeMounts (.extraVolumeMounts | default list) }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
