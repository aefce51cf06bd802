<#-- One line for each library: its jar, its licences, its site. Sorted, so that two builds are the same bytes. -->
<#list dependencyMap as e>
${e.getKey().artifactId}-${e.getKey().version}.jar | ${e.getValue()?join("; ")} | ${e.getKey().url!"-"}
</#list>
