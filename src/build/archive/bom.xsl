<?xml version="1.0" encoding="UTF-8"?>
<!-- The part of a CycloneDX bill of materials that names the jars of one archive. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:bom="http://cyclonedx.org/schema/bom/1.6">
  <!-- The names of the jars, each between two bars. -->
  <xsl:param name="jars"/>
  <xsl:variable name="kept"
    select="/bom:bom/bom:metadata/bom:component | /bom:bom/bom:components/bom:component[contains($jars, concat('|', bom:name, '-', bom:version, '.jar|'))]"/>

  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="/bom:bom/bom:components/bom:component">
    <xsl:if test="$kept[@bom-ref = current()/@bom-ref]">
      <xsl:copy>
        <xsl:apply-templates select="@*|node()"/>
      </xsl:copy>
    </xsl:if>
  </xsl:template>

  <xsl:template match="bom:dependency">
    <xsl:if test="$kept[@bom-ref = current()/@ref]">
      <xsl:copy>
        <xsl:apply-templates select="@*|node()"/>
      </xsl:copy>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
